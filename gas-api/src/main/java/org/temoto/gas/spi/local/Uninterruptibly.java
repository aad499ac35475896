package org.temoto.gas.spi.local;

/**
 * Waits that an interrupt does not cut short; a thread that was interrupted still is afterwards.
 */
public final class Uninterruptibly {
  private Uninterruptibly() {}

  /** Returns when {@code thread} has ended. */
  public static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
