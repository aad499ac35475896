package org.temoto.gas.shmem;

import java.util.concurrent.locks.LockSupport;

/** Ways to end this process that its shutdown hooks cannot hold up. */
final class ProcessEnd {
  /** For all hooks together. */
  private static final long HOOKS_NANOS = 1_000_000_000L;

  private ProcessEnd() {}

  /**
   * Ends the process, with its hooks if they come to an end; the launcher notices and ends all.
   *
   * @param presence where to leave word that there is nothing to add
   */
  static void now(LauncherLink presence) {
    presence.leave();
    Thread.ofPlatform()
        .daemon()
        .name("temoto-shmem-exit")
        .start(() -> Runtime.getRuntime().exit(1));
    awaitHooks();
    Runtime.getRuntime().halt(1);
  }

  /** Sees to it that the process, whose hooks run, is gone soon. */
  static void soon() {
    Thread.ofPlatform()
        .daemon()
        .name("temoto-shmem-halt")
        .start(() -> {
          awaitHooks();
          Runtime.getRuntime().halt(1);
        });
  }

  private static void awaitHooks() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < HOOKS_NANOS) {
      LockSupport.parkNanos(HOOKS_NANOS);
    }
  }
}
