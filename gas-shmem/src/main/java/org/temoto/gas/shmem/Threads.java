package org.temoto.gas.shmem;

/**
 * Choice of how the strands of a PE call the communication library, which may grant less than they
 * would like (OpenSHMEM 1.4, section 9.2).
 */
public enum Threads {
  /** As freely as the library grants. */
  BEST,

  /** Each by itself. */
  MULTIPLE,

  /** One at a time, by a lock. */
  SERIALIZED,

  /** Through one thread, which calls for all. */
  FUNNELED
}
