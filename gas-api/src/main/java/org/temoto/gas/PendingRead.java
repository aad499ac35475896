package org.temoto.gas;

/**
 * A read that {@link GlobalMemory#startRead} has started. Used by the task that started it; a
 * strand has one on its way at a time. It also completes, waiting if need be, when its task forks,
 * localizes what is not here or reads again. A task that ends before it has awaited or closed its
 * reads fails.
 */
public interface PendingRead extends AutoCloseable {
  /** Waits until the bytes are there; does nothing from the second time on. */
  void await();

  /** As {@link #await}. */
  @Override
  void close();
}
