package org.temoto.gas.simulated.backend;

/**
 * Stopwatch that measures how long the running strand computes. Short laps are measured by the
 * machine's clock; longer ones by the time for which the thread has had a core, without collections
 * of garbage and whatever else runs on the machine. Used by the strand whose turn it is.
 */
final class Stopwatch {
  /** Longest lap that is taken as it is; after a longer one the thread's own clock is asked. */
  private static final long SHORT_NANOS = 10_000;

  private static final int TRIALS = 10_000;

  private final ThreadClock threadClock = new ThreadClock();

  /** Time that looking at the machine's clock takes. */
  private final long reading = shortestReading();

  /** By the machine's clock, when the strand went on, or the last lap ended. */
  private long mark;

  /** By the thread's clock, when the strand went on, or the last long lap ended. */
  private long threadMark;

  /** Time that has been counted since {@link #threadMark}. */
  private long counted;

  private static long shortestReading() {
    long shortest = Long.MAX_VALUE;
    long last = System.nanoTime();
    for (int i = 0; i < TRIALS; i++) {
      long next = System.nanoTime();
      shortest = Math.min(shortest, next - last);
      last = next;
    }
    return shortest;
  }

  /** A strand goes on; returns the machine's time. */
  long start() {
    threadMark = threadClock.now();
    counted = 0;
    mark = System.nanoTime();
    return mark;
  }

  /** Time that the strand has computed since {@link #start} or the last call. */
  long lap() {
    long moment = System.nanoTime();
    long passed = Math.max(0, moment - mark - reading);
    if (passed <= SHORT_NANOS) {
      counted += passed + reading; // the thread's clock has both
      mark = moment;
      return passed;
    }
    long thread = threadClock.now();
    long own = Math.clamp(thread - threadMark - counted, 0, passed);
    threadMark = thread;
    counted = 0;
    mark = System.nanoTime();
    return own;
  }
}
