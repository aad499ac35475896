package org.temoto.gas.shmem;

/**
 * Waits that an interrupt does not cut short; a thread that was interrupted still is afterwards.
 */
final class Uninterruptibly {
  private Uninterruptibly() {}

  static void join(Thread thread) {
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
