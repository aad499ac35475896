package org.temoto.gas.shmem;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Shutdown hook by which this PE leaves the job when its JVM ends: with all others, or, in the
 * middle of a launch, alone and with a message that says why.
 */
record ShutdownHook(Shmem shmem) implements Runnable {
  /** For telling others, which may not answer any more. */
  private static final long TELLING_MILLIS = 1000;

  /** For the others to read why. */
  private static final long READING_NANOS = 50_000_000;

  private static final String LAUNCHER_GONE =
      "./temoto, which had started it and watched over it, was killed";

  @Override
  public void run() {
    LauncherLink presence = shmem.presence();
    Optional<String> cause = ExitCall.find();
    if (presence.isLauncherGone()) {
      ProcessEnd.soon(); // nothing else would end what hangs here
      cause = Optional.of(LAUNCHER_GONE);
    }
    if (presence.hasLeft() || cause.isEmpty()) {
      return; // a signal is for all PEs, or the launcher, which gets it too then, says so
    }
    Optional<Control> unfinished = shmem.endLaunches();
    if (unfinished.isPresent()) {
      breakOff(unfinished.get(), cause.get());
    } else {
      new Control(shmem, shmem.launches()).tellLeft();
      shmem.end();
    }
    presence.leave();
  }

  /** The program has not waited for the end of its launch. */
  private void breakOff(Control launch, String cause) {
    if (launch.isOneGone() || launch.failedPe() >= 0) {
      return;
    }
    String reason = cause + " while a launch was running";
    ExitMessage.say(shmem.rank(), reason);
    Thread teller =
        Thread.ofPlatform()
            .daemon()
            .name("temoto-shmem-last-words")
            .start(() -> {
              launch.tellFailure(ExitMessage.HOST, reason);
              launch.tellGone();
              LockSupport.parkNanos(READING_NANOS);
            });
    try {
      teller.join(TELLING_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nothing is left to do but to end
    }
  }
}
