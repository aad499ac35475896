package org.temoto.gas.shmem;

import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.ProgramCalls;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.Uninterruptibly;

/**
 * Failure detector between this PE and the others while a launch runs: tells them of this PE's
 * failure, and ends its strands at theirs. Answers other PEs that ask where this one is. If the
 * launch has not ended some seconds after a failure, it ends the process; the launcher then ends
 * the job.
 */
final class FailureDetector implements AutoCloseable {
  /** The property that says how long a launch may take to end after a failure. */
  static final String PATIENCE = "temoto.shmem.patience.millis";

  private static final long INTERVAL_NANOS = 2_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Time that a PE waits longer if it was only told: the one that failed is to say so before the
   * job ends.
   */
  private static final long TOLD_NANOS = 1_000_000_000;

  private final long patienceNanos;
  private final Job job;
  private final Control control;
  private final ProgramCalls calls;
  private final int rank;
  private final LauncherLink presence;
  private final Thread thread = new Thread(this::run, "temoto-shmem-watch");

  /** Volatile: seen by the thread at its next look. */
  private volatile boolean ended;

  /**
   * Thread that carries on the failure, once there is one: a PE that is asked for its reason, or
   * told of this one's, may be dead, and must not stop the watch. Volatile: seen by all without the
   * lock.
   */
  private volatile Thread carrier;

  private PeFailedException place;

  /**
   * @param patienceNanos how long the launch may take to end after a failure
   */
  FailureDetector(Job job, Control control, Shmem shmem, ProgramCalls calls, long patienceNanos) {
    this.patienceNanos = patienceNanos;
    this.job = job;
    this.calls = calls;
    this.control = control;
    rank = shmem.rank();
    presence = shmem.presence();
    thread.setDaemon(true);
    thread.start();
  }

  /** By {@link #PATIENCE}. */
  static long patienceNanos() {
    String text = System.getProperty(PATIENCE, "7000");
    if (!text.matches("[0-9]{1,9}")) {
      throw new RefusedException(PATIENCE + "=" + text + " must be a number of milliseconds");
    }
    return Long.parseLong(text) * NANOS_PER_MILLI;
  }

  @SuppressWarnings("CatchingThrowable") // without the watch a failure would leave all waiting
  private void run() {
    try {
      watch();
    } catch (Throwable e) {
      end("failures cannot be watched for: " + e);
    }
  }

  private void watch() {
    long failedAt = 0;
    while (!ended) {
      look();
      control.answer(calls::whereabouts);
      if (carrier != null) {
        long now = System.nanoTime();
        failedAt = failedAt == 0 ? now : failedAt;
        if (now - failedAt > (isTold() ? patienceNanos + TOLD_NANOS : patienceNanos)) {
          giveUp();
        }
      }
      LockSupport.parkNanos(this, INTERVAL_NANOS);
    }
  }

  /** A strand or a PE hangs, here or where the failure was told to; the PE that failed says so. */
  private void giveUp() {
    if (isTold()) {
      ProcessEnd.now(presence);
    } else {
      end(
          "%s; the launch has not ended %s ms later, so the job is ended"
              .formatted(job.failure(), patienceNanos / NANOS_PER_MILLI));
    }
  }

  /** Tells whether the failure is another PE's; its place may not have come yet. */
  private boolean isTold() {
    Throwable failure = job.failure();
    return failure == null || failure instanceof PeFailedException;
  }

  private void end(String lastWords) {
    ExitMessage.say(rank, lastWords);
    ProcessEnd.now(presence);
  }

  /** Has a failure carried on, once. */
  private synchronized void look() {
    if (carrier != null) {
      return;
    }
    int failed = control.failedPe();
    if (job.isAborted() && !(job.failure() instanceof PeFailedException)) {
      carry(() -> control.tellFailure(ExitMessage.HOST, text(job.failure())));
    } else if (failed >= 0) {
      carry(() -> job.abort(failureOf(failed)));
    }
  }

  /** Its text; with the reason for that of a static initializer, which has none itself. */
  private static String text(Throwable failure) {
    return failure instanceof ExceptionInInitializerError && failure.getCause() != null
        ? failure + ": " + failure.getCause()
        : failure.toString();
  }

  @SuppressWarnings("CatchingThrowable") // else the others would not hear of the failure
  private void carry(Runnable action) {
    carrier =
        Thread.ofPlatform()
            .daemon()
            .name("temoto-shmem-failures")
            .start(() -> {
              try {
                action.run();
              } catch (Throwable e) {
                end("a failure cannot be carried on: " + e);
              }
            });
  }

  /** Without a stack of this thread, which says nothing of a failure elsewhere. */
  private PeFailedException failureOf(int pe) {
    PeFailedException failure = control.failureOf(pe);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  /** All strands of this PE have ended: carries on what made them, and waits until it is told. */
  void strandsEnded() {
    look();
    Thread carrying = carrier;
    if (carrying != null) {
      Uninterruptibly.join(carrying); // the watch goes on, and ends a wait that is too long
    }
  }

  /**
   * All PEs have ended: takes over a failure that came after this PE's own end; beside a failure of
   * this PE puts the place of the first one, which is to be reported. What this PE had thrown when
   * it was told of that is reported, too: it has its own place.
   */
  @Override
  public void close() {
    strandsEnded();
    Throwable failure = job.failure();
    if (failure != null && !(failure instanceof PeFailedException && job.onTheirWay().isEmpty())) {
      placeAll(failure, failureOf(control.isOneGone() ? rank : control.firstFailedPe()));
    }
    ended = true;
    LockSupport.unpark(thread);
    Uninterruptibly.join(thread);
  }

  private void placeAll(Throwable failure, PeFailedException first) {
    boolean isOwn = false;
    for (Throwable each : job.onTheirWay()) {
      if (first.isHere() || !isCopy(each, first)) {
        each.addSuppressed(here(rank, ExitMessage.HOST));
        isOwn |= each == failure;
      }
    }
    if (!isOwn && !(failure instanceof PeFailedException)) {
      place = place(first);
      failure.addSuppressed(place);
    }
  }

  /** Tells whether {@code first} is of the same failure: what a task throws every PE throws. */
  private static boolean isCopy(Throwable thrown, PeFailedException first) {
    try {
      return first.getMessage().endsWith(" failed: " + text(thrown));
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) { // the program's own class does not tell
      return false;
    }
  }

  /** Beside a failure of this PE its reason would be read twice. */
  private static PeFailedException place(PeFailedException first) {
    if (!first.isHere()) {
      return first;
    }
    return here(first.pe(), first.host());
  }

  private static PeFailedException here(int pe, String host) {
    PeFailedException place = new PeFailedException(pe, host, "", true);
    place.setStackTrace(new StackTraceElement[0]);
    return place;
  }

  /** Exception that was put beside this PE's failure. */
  PeFailedException place() {
    return place;
  }
}
