package org.temoto.gas.shmem;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * How this PE leaves the job when its JVM ends: with all others, or, in the middle of a launch,
 * alone and with a word of why. A shutdown hook.
 */
final class Departure implements Runnable {
  /** For telling others, who may not answer any more. */
  private static final long TELLING_MILLIS = 1000;

  /** For the others to read why. */
  private static final long READING_NANOS = 50_000_000;

  private final Shmem shmem;

  Departure(Shmem shmem) {
    this.shmem = shmem;
  }

  @Override
  public void run() {
    Optional<Control> unfinished = shmem.endLaunches();
    if (unfinished.isPresent()) {
      breakOff(unfinished.get());
    } else {
      new Control(shmem, shmem.launches()).tellLeft();
      shmem.end();
    }
  }

  /**
   * The program has not waited for the end of its launch. A signal is not worth a word: it comes
   * from the launcher, which ends all PEs and says why.
   */
  private void breakOff(Control launch) {
    Optional<String> cause = ExitCall.find();
    if (cause.isEmpty() || launch.isOneGone() || launch.failedPe() >= 0) {
      return;
    }
    String reason = cause.get() + " while a launch was running";
    LastWords.say(shmem.rank(), reason);
    Thread teller =
        Thread.ofPlatform()
            .daemon()
            .name("temoto-shmem-last-words")
            .start(() -> {
              launch.tellFailure(LastWords.HOST, reason);
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
