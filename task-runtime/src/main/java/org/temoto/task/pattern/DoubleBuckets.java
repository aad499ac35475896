package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.task.pattern.Patterns.Histogram;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Reduction that counts floating-point numbers in {@code buckets} parts of [{@code low}, {@code
 * high}): bucket i begins at low + (high - low) * i / buckets, as it is rounded.
 */
record DoubleBuckets(ElementType type, int buckets, double low, double high)
    implements Reduction<Histogram> {
  DoubleBuckets {
    Requirements.buckets(buckets);
    if (!(low < high) || !Double.isFinite(high - low)) {
      throw new IllegalArgumentException(
          "bounds [%s, %s) of a histogram must ascend, and be finite like their distance"
              .formatted(low, high));
    }
  }

  /** Starts of the buckets, and the end of the last one. */
  double[] edges() {
    double[] edges = new double[buckets + 1];
    double width = high - low;
    if (Double.isFinite(width * buckets)) { // divided last: whole numbers are exact
      Arrays.setAll(edges, i -> low + width * i / buckets);
    } else {
      Arrays.setAll(edges, i -> low + width * ((double) i / buckets));
    }
    edges[buckets] = high;
    return edges;
  }

  @Override
  public Histogram identity() {
    return new Histogram(0, new long[buckets], 0, 0);
  }

  @Override
  public Histogram fold(MemorySegment elements, long first, long count) {
    double[] edges = edges();
    long[] counts = new long[buckets];
    long below = 0;
    long above = 0;
    long unordered = 0;
    double scale = buckets / (high - low);
    for (long i = 0; i < count; i++) {
      double value = TypedElements.doubleAt(type, elements, i);
      if (value >= low && value < high) {
        int guess = (int) ((value - low) * scale);
        int bucket = Math.clamp(guess, 0, buckets - 1); // exact but for rounding
        while (value < edges[bucket]) {
          bucket--;
        }
        while (value >= edges[bucket + 1]) {
          bucket++;
        }
        counts[bucket]++;
      } else if (value < low) {
        below++;
      } else if (value >= high) {
        above++;
      } else {
        unordered++;
      }
    }
    return new Histogram(below, counts, above, unordered);
  }

  @Override
  public Histogram combine(Histogram left, Histogram right) {
    return left.plus(right);
  }
}
