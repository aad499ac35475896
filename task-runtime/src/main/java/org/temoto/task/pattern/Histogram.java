package org.temoto.task.pattern;

import java.util.Arrays;
import org.temoto.task.Copied;

/**
 * Counts of the elements that lie in each of equal buckets, and outside of all.
 *
 * @param below elements below the first bucket
 * @param counts by bucket; handed over, not copied
 * @param above elements at or above the end of the last bucket
 * @param unordered NaNs
 */
public record Histogram(long below, @Copied long[] counts, long above, long unordered) {
  /** Element by element. */
  Histogram plus(Histogram other) {
    long[] sums = counts.clone();
    Arrays.setAll(sums, i -> sums[i] + other.counts[i]);
    return new Histogram(
        below + other.below, sums, above + other.above, unordered + other.unordered);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Histogram that
        && below == that.below
        && Arrays.equals(counts, that.counts)
        && above == that.above
        && unordered == that.unordered;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new long[] {below, Arrays.hashCode(counts), above, unordered});
  }

  @Override
  public String toString() {
    return "Histogram[below="
        + below
        + ", counts="
        + Arrays.toString(counts)
        + ", above="
        + above
        + ", unordered="
        + unordered
        + "]";
  }
}
