package org.temoto.gas;

/**
 * A read that {@link GlobalMemory#startRead} has started. Used by the task that started it, which
 * may have several, and await them in any order. It also completes, waiting if need be, when its
 * task forks; and where all that can travel besides computing does (eight requests, reads and
 * releases per worker of the PE, at most 64), when the task localizes what is not here or starts
 * another one. A task that ends before it has awaited or closed its reads fails.
 */
public interface PendingRead extends AutoCloseable {
  /** Waits until the bytes are there; does nothing from the second time on. */
  void await();

  /** As {@link #await}. */
  @Override
  void close();
}
