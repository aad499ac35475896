package org.temoto.apps.cli;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the process if a job has failed and does not end, because a task computes on and on: no
 * thread of a JVM can be stopped from outside.
 */
final class LastResort implements AutoCloseable {
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final AtomicReference<Thread> watch = new AtomicReference<>();

  /** Volatile: seen by the watch when it wakes up. */
  private volatile boolean ended;

  /** The program of a PE has failed of {@code failure}: from now on the job ought to end. */
  void failed(Throwable failure) {
    Thread thread = Thread.ofPlatform().daemon().name("last-resort").unstarted(() -> run(failure));
    if (watch.compareAndSet(null, thread)) {
      thread.start();
    }
  }

  private void run(Throwable failure) {
    long start = System.nanoTime();
    long left = PATIENCE_NANOS;
    while (!ended && left > 0) {
      LockSupport.parkNanos(this, left);
      left = PATIENCE_NANOS - (System.nanoTime() - start);
    }
    if (!ended) {
      if (!Failure.isReportedElsewhere(failure)) {
        System.err.println(Failure.of(failure).text());
      }
      Runtime.getRuntime().exit(ExitCode.FAILED); // with the hooks that delete drafts
    }
  }

  /** The job has ended. */
  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(watch.get());
  }
}
