package org.temoto.gas.spi.local;

import java.util.function.LongSupplier;

/**
 * Pacer of waiting threads: each leaves its core to others for a moment by a yield or a nap. Where
 * other threads compute, a thread that yields waits until they have had their time slice, of
 * milliseconds; one that naps goes on at once when it wakes. Where all wait, a yield is shorter
 * than any nap. Thread-safe.
 */
public final class Turn {
  /** Pacer of all threads of this process: they share its cores. */
  public static final Turn OF_PROCESS = new Turn(System::nanoTime, Thread::yield);

  /** Length of a nap, in nanoseconds. */
  public static final long NAP_NANOS = 10_000;

  /** A yield that takes longer has left the core to a thread that computes. */
  private static final long LONG_NANOS = 200_000;

  /** A time slice or two; what took longer was a pause of the process, and tells nothing. */
  private static final long SLICES_NANOS = 8_000_000;

  /** For so many times as long no thread yields: so long yields cost 2 % of the time at most. */
  private static final int LONGER = 64;

  private final LongSupplier clock;
  private final Runnable yield;

  /** Volatile: a hint of any thread to all. */
  private volatile long napsUntil;

  /**
   * @param clock nanoseconds since any moment
   */
  Turn(LongSupplier clock, Runnable yield) {
    this.clock = clock;
    this.yield = yield;
    napsUntil = clock.getAsLong();
  }

  /** Yields; or does nothing and returns false, if the caller is to nap. */
  public boolean yields() {
    long start = clock.getAsLong();
    if (start - napsUntil < 0) {
      return false;
    }
    yield.run();
    long end = clock.getAsLong();
    if (end - start > LONG_NANOS) {
      napsUntil = end + LONGER * Math.min(end - start, SLICES_NANOS);
    }
    return true;
  }
}
