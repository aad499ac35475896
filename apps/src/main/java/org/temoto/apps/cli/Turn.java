package org.temoto.apps.cli;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Wait for the turn to say what every process of a job may find by itself, such as a bad option: PE
 * 0 comes first, and its end ends the job; another PE only if it is still there some seconds later,
 * since then it alone has found it.
 */
final class Turn {
  /**
   * The number of this process's PE, by the launcher {@code temoto}; only in a job of processes.
   */
  private static final String PE = "TEMOTO_PE";

  /** Time by which processes that are started together may differ, on machines with a lot to do. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(4);

  private Turn() {}

  /** The number of this process's PE, by its launcher; 0 of one that has all. */
  static String pe() {
    return System.getenv().getOrDefault(PE, "0");
  }

  /** True if this process has PE 0, or all PEs. */
  static boolean isFirst() {
    return pe().equals("0");
  }

  /** True if this process is not one of a job of processes. */
  static boolean isAlone() {
    return System.getenv(PE) == null;
  }

  /** Returns when this process may speak; it may be ended before. */
  static void await() {
    if (!isFirst()) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < PATIENCE_NANOS) {
        LockSupport.parkNanos(PATIENCE_NANOS);
      }
    }
  }
}
