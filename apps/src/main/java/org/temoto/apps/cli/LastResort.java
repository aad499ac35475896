package org.temoto.apps.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Timer that ends the process if a job has failed and does not end, because a task computes on and
 * on: no thread of a JVM can be stopped from outside.
 */
final class LastResort implements AutoCloseable {
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  /**
   * Time that a PE waits longer if it was only told: the exit code is to be that of the failure.
   */
  private static final long TOLD_NANOS = 1_000_000_000L;

  private final AtomicReference<Thread> watch = new AtomicReference<>();

  /** Volatile: seen by the watch when it wakes up. */
  private volatile boolean ended;

  /** The program of PE {@code pe} has failed of {@code failure}: the job ought to end now. */
  void failed(int pe, Throwable failure) {
    Thread thread =
        Thread.ofPlatform().daemon().name("last-resort").unstarted(() -> run(pe, failure));
    if (watch.compareAndSet(null, thread)) {
      thread.start();
    }
  }

  private void run(int pe, Throwable failure) {
    long start = System.nanoTime();
    long patience = patienceNanos(failure);
    long left = patience;
    while (!ended && left > 0) {
      LockSupport.parkNanos(this, left);
      left = patience - (System.nanoTime() - start);
    }
    if (!ended) {
      end(pe, failure);
    }
  }

  static long patienceNanos(Throwable failure) {
    return Failure.isReportedElsewhere(failure) ? PATIENCE_NANOS + TOLD_NANOS : PATIENCE_NANOS;
  }

  private static void end(int pe, Throwable failure) {
    int code = ExitCode.FAILED;
    try {
      code = Failure.of(failure).exitCode();
      if (!Failure.isReportedElsewhere(failure)) {
        lines(pe, failure).forEach(System.err::println);
      }
    } finally { // even if the failure cannot be described
      Runtime.getRuntime().exit(code); // with the hooks that delete drafts
    }
  }

  /** The line of the failure, with the PE that ends of it; and where it is, if it is a defect. */
  static List<String> lines(int pe, Throwable thrown) {
    Failure failure = Failure.of(thrown);
    String line = Failure.hasPlace(thrown) ? failure.line() : "PE " + pe + ": " + failure.line();
    List<String> lines = new ArrayList<>();
    lines.add(new Failure(failure.exitCode(), line, failure.internal()).text());
    if (failure.internal()) {
      lines.addAll(Failure.whereabouts(thrown, false));
    }
    return lines;
  }

  /** The job has ended. */
  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(watch.get());
  }
}
