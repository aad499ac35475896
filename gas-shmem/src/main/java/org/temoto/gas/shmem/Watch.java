package org.temoto.gas.shmem;

import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.spi.local.Job;

/**
 * Carries failures between this PE and the others while a launch runs: tells them of this PE's, and
 * ends its strands at theirs. If the launch has not ended some seconds after a failure, it ends the
 * process; the launcher then ends the job.
 */
final class Watch implements AutoCloseable {
  /** The property that says how long a launch may take to end after a failure. */
  static final String PATIENCE = "temoto.shmem.patience.millis";

  private static final long INTERVAL_NANOS = 2_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long PATIENCE_NANOS = Long.getLong(PATIENCE, 7000) * NANOS_PER_MILLI;

  /** For the shutdown hooks of a process that is being ended. */
  private static final long HOOKS_NANOS = 1_000_000_000L;

  private final Job job;
  private final Control control;
  private final int rank;
  private final Thread thread = new Thread(this::run, "temoto-shmem-watch");

  /** Volatile: seen by the thread at its next look. */
  private volatile boolean ended;

  private boolean handled;
  private PeFailedException place;

  Watch(Job job, Control control, int rank) {
    this.job = job;
    this.control = control;
    this.rank = rank;
    thread.setDaemon(true);
    thread.start();
  }

  @SuppressWarnings("CatchingThrowable") // without the watch a failure would leave all waiting
  private void run() {
    try {
      watch();
    } catch (Throwable e) {
      LastWords.say(rank, "failures cannot be watched for: " + e);
      endProcess();
    }
  }

  private void watch() {
    long failedAt = 0;
    while (!ended) {
      look();
      if (job.isAborted()) {
        long now = System.nanoTime();
        failedAt = failedAt == 0 ? now : failedAt;
        if (now - failedAt > PATIENCE_NANOS) {
          giveUp();
        }
      }
      LockSupport.parkNanos(this, INTERVAL_NANOS);
    }
  }

  /** A strand hangs, here or where the failure was told to; the PE that failed says so. */
  private void giveUp() {
    if (control.failedPe() == rank) {
      LastWords.say(
          rank,
          job.failure()
              + "; the launch has not ended "
              + PATIENCE_NANOS / NANOS_PER_MILLI
              + " ms later, so the job is ended");
    }
    endProcess();
  }

  /** Ends the process, with its hooks if they come to an end; the launcher notices and ends all. */
  private void endProcess() {
    Thread.ofPlatform()
        .daemon()
        .name("temoto-shmem-exit")
        .start(() -> Runtime.getRuntime().exit(1));
    long start = System.nanoTime();
    while (System.nanoTime() - start < HOOKS_NANOS) {
      LockSupport.parkNanos(this, HOOKS_NANOS);
    }
    Runtime.getRuntime().halt(1);
  }

  /** Carries on a failure, once. */
  private synchronized void look() {
    if (handled) {
      return;
    }
    int failed = control.failedPe();
    if (job.isAborted()) {
      handled = true;
      control.tellFailure(LastWords.HOST, job.failure().toString());
    } else if (failed >= 0) {
      handled = true;
      job.abort(failureOf(failed));
    }
  }

  /** Without a stack of this thread, which says nothing of a failure elsewhere. */
  private PeFailedException failureOf(int pe) {
    PeFailedException failure = control.failureOf(pe);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  /** All strands of this PE have ended: carries on what made them. */
  void strandsEnded() {
    look();
  }

  /**
   * All PEs have ended: takes over a failure that came after this PE's own end; beside a failure of
   * this PE puts the place of the first one, which is to be reported.
   */
  @Override
  public void close() {
    ended = true;
    look();
    LockSupport.unpark(thread);
    Uninterruptibly.join(thread);
    Throwable failure = job.failure();
    if (failure != null && !(failure instanceof PeFailedException)) {
      place = failureOf(control.isOneGone() ? rank : control.firstFailedPe());
      failure.addSuppressed(place);
    }
  }

  /** What was put beside this PE's failure. */
  PeFailedException place() {
    return place;
  }
}
