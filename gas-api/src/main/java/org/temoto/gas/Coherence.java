package org.temoto.gas;

/** Policy that says whether the program or the end of writing publishes written bytes. */
public enum Coherence {
  /** The program, by {@link LocalView#commit} (Ikegami and Taura). */
  EXPLICIT,

  /**
   * The end of writing (Endo and Taura, 2017): closing a write view, forking under it, and a fence
   * or barrier publish what was written through it, as a commit would. It leaves this PE with its
   * next release, as commits do; tasks that are not stolen cost no communication. {@link
   * LocalView#commit} does no harm.
   *
   * <p>Of a {@link Access#READ_WRITE} view those bytes are published that have changed, or, through
   * the views of arrays, the elements: so it may be as wide as the task likes, and other tasks may
   * write other bytes of it meanwhile. That takes a second copy of the pages that it touches,
   * beside the cache, a look at all of its bytes, and a transfer for each run of changed bytes. Of
   * a {@link Access#WRITE} view all bytes are published; they must have been stored.
   */
  AUTOMATIC
}
