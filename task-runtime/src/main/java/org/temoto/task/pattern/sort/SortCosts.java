package org.temoto.task.pattern.sort;

/**
 * Cost table of sorting and merging for modelled computing, as the machine of docs/performance.md
 * does it with keys of 4 bytes. Merges and searches are the best of many repetitions on one core: 2
 * to 128 runs of 2^15 random keys together, and a cut through 32 runs.
 */
public final class SortCosts {
  /** Nanoseconds per key that is copied. */
  private static final double COPIED_KEY = 0.25;

  /** Nanoseconds per key that a selection looks at. */
  private static final double PROBED_KEY = 40;

  private SortCosts() {}

  /** Nanoseconds to sort {@code keys}. */
  public static long sort(long keys, SortKernel kernel) {
    double levels = StrictMath.log((double) Math.max(2, keys)) / StrictMath.log(2);
    return (long) (keys * levels * kernel.sortLevelNanos());
  }

  /** Nanoseconds to merge {@code keys} keys of so many runs. */
  public static long merge(long keys, int runs, SortKernel kernel) {
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, runs) - 1);
    return (long) (keys * (levels == 0 ? COPIED_KEY : levels * kernel.mergeLevelNanos()));
  }

  /** Nanoseconds for a selection that looks at so many keys. */
  static long select(long probes) {
    return (long) (probes * PROBED_KEY);
  }
}
