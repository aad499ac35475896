package org.temoto.task;

import java.util.Arrays;

/**
 * Histogram of durations: counts by logarithmic intervals, four to a factor of two, so that a
 * percentile is exact within an eighth. Immutable.
 *
 * <p>A duration of {@code n} nanoseconds is counted at {@code 4 * floor(log2(n)) + (the two bits
 * after the first)}; the last interval has all that is longer.
 */
public final class Latencies {
  private static final int PARTS_BITS = 2;
  private static final int PARTS = 1 << PARTS_BITS;
  private static final int POWERS = 40;
  static final int INTERVALS = POWERS * PARTS;

  private final long[] counts;

  Latencies(long[] counts) {
    this.counts = counts.clone();
  }

  /** Where {@code nanos} is counted. */
  static int interval(long nanos) {
    long value = Math.max(nanos, 1);
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    int part = (int) (value << PARTS_BITS >>> power) & PARTS - 1;
    return Math.min(power * PARTS + part, INTERVALS - 1);
  }

  /** The middle of an interval. */
  static double middle(int interval) {
    double unit = (double) (1L << interval / PARTS) / PARTS;
    return unit * (PARTS + interval % PARTS + 1.0 / 2);
  }

  /** How often it happened. */
  public long count() {
    return Arrays.stream(counts).sum();
  }

  /**
   * What {@code share} of all took at most, in nanoseconds; 0 if there were none.
   *
   * @param share from 0 to 1: 0.5 asks for the median
   */
  public double quantile(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share=" + share + " must be from 0 to 1");
    }
    long wanted = Math.max(1, (long) Math.ceil(share * count()));
    long seen = 0;
    for (int i = 0; i < INTERVALS; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return middle(i);
      }
    }
    return 0;
  }

  /** What happened since {@code before}. */
  public Latencies since(Latencies before) {
    long[] difference = new long[INTERVALS];
    Arrays.setAll(difference, i -> counts[i] - before.counts[i]);
    return new Latencies(difference);
  }
}
