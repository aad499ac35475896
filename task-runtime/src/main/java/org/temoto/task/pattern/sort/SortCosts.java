package org.temoto.task.pattern.sort;

/**
 * Cost table of sorting and merging for modelled computing, as the machine of docs/performance.md
 * does it with keys of 4 bytes. Merges and searches are the best of many repetitions on one core: 2
 * to 128 runs of 2^15 random keys together, and a cut through 32 runs.
 */
final class SortCosts {
  /** Nanoseconds per key and level of the recursion that an optimal sort has. */
  private static final double FAST_LEVEL = 0.45;

  private static final double PLAIN_LEVEL = 3.0;

  /** Nanoseconds per key and level of two-way merges. */
  private static final double FAST_MERGE = 1.1;

  private static final double PLAIN_MERGE = 4.5;

  /** Nanoseconds per key that is copied. */
  private static final double COPIED_KEY = 0.25;

  /** Nanoseconds per key that a selection looks at. */
  private static final double PROBED_KEY = 40;

  private SortCosts() {}

  /** Nanoseconds to sort {@code keys}. */
  static long sort(long keys, Kernel kernel) {
    double levels = StrictMath.log((double) Math.max(2, keys)) / StrictMath.log(2);
    return (long) (keys * levels * (kernel == Kernel.FAST ? FAST_LEVEL : PLAIN_LEVEL));
  }

  /** Nanoseconds to merge {@code keys} keys of so many runs. */
  static long merge(long keys, int runs, Kernel kernel) {
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, runs) - 1);
    double level = kernel == Kernel.FAST ? FAST_MERGE : PLAIN_MERGE;
    return (long) (keys * (levels == 0 ? COPIED_KEY : levels * level));
  }

  /** Nanoseconds for a selection that looks at so many keys. */
  static long select(long probes) {
    return (long) (probes * PROBED_KEY);
  }
}
