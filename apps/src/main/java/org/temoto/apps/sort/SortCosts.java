package org.temoto.apps.sort;

import org.temoto.apps.Kernel;

/**
 * What sorting and merging take where computing is modelled, as the machine of docs/performance.md
 * does it with keys of 4 bytes.
 */
final class SortCosts {
  /** Nanoseconds per key and level of the recursion that an optimal sort has. */
  private static final double FAST_LEVEL = 0.45;

  private static final double PLAIN_LEVEL = 3.0;

  /** Nanoseconds per key. */
  private static final double MERGED_KEY = 1.0;

  private SortCosts() {}

  /** Nanoseconds to sort {@code keys}. */
  static long sort(long keys, Kernel kernel) {
    double levels = StrictMath.log((double) Math.max(2, keys)) / StrictMath.log(2);
    return (long) (keys * levels * (kernel == Kernel.FAST ? FAST_LEVEL : PLAIN_LEVEL));
  }

  /** Nanoseconds to merge runs of {@code keys} together. */
  static long merge(long keys) {
    return (long) (keys * MERGED_KEY);
  }
}
