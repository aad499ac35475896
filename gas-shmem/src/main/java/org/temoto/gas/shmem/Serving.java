package org.temoto.gas.shmem;

/** Loop that makes the library answer other PEs again and again, until it is closed. */
interface Serving extends AutoCloseable {
  /** Time that it sleeps in between. */
  long intervalNanos();

  /** Returns when it is out of the library for good. */
  @Override
  void close();
}
