package org.temoto.apps.report;

import java.util.concurrent.Callable;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Barrier of jobs of one process that are measured side by side: however long each of them
 * prepares, what {@link Measurement} times begins in all of them at the same moment. While it is
 * open, all jobs of the process are of it. Thread-safe.
 */
public final class StartLine implements AutoCloseable {
  /**
   * Start line of the process: a simulated PE's program runs on a thread that its job has started.
   */
  private static final AtomicReference<StartLine> OPEN = new AtomicReference<>();

  /** Its phases: all jobs are about to run; then, each measures for the first time, and so on. */
  private final Phaser waiting;

  private final Runnable rest;

  private StartLine(int jobs, Runnable rest) {
    waiting = new Phaser(jobs);
    this.rest = rest;
  }

  /**
   * Opens the line for {@code jobs} jobs.
   *
   * @param rest what every PE waits for, and the first of each job before that waits for the others
   * @throws IllegalStateException if one is open
   */
  public static StartLine open(int jobs, Runnable rest) {
    StartLine line = new StartLine(jobs, rest);
    if (!OPEN.compareAndSet(null, line)) {
      throw new IllegalStateException("jobs of this process are being measured side by side");
    }
    return line;
  }

  /**
   * Runs one of the jobs when all others are about to run. Its first measurement, like any later
   * one, waits until those of the others are as far, or the others have ended.
   */
  public <R> R run(Callable<R> job) throws Exception {
    waiting.arriveAndAwaitAdvance();
    try {
      return job.call();
    } finally {
      waiting.arriveAndDeregister();
    }
  }

  /**
   * Waits for what the line says, and, on the one PE that does so for its job, for the other jobs.
   */
  static void await(boolean forJob) {
    StartLine line = OPEN.get();
    if (line != null) {
      line.rest.run();
      if (forJob) {
        line.waiting.arriveAndAwaitAdvance();
      }
    }
  }

  @Override
  public void close() {
    OPEN.set(null);
  }
}
