package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.task.pattern.Patterns.Histogram;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Reduction that counts integers in {@code buckets} parts of [{@code low}, {@code high}): bucket i
 * begins at low + floor(i * (high - low) / buckets).
 */
record LongBuckets(ElementType type, int buckets, long low, long high)
    implements Reduction<Histogram> {
  LongBuckets {
    Requirements.buckets(buckets);
    if (low >= high) {
      throw new IllegalArgumentException(
          "bounds [" + low + ", " + high + ") of a histogram must ascend");
    }
  }

  /** Starts of the buckets, and the end of the last one. */
  long[] edges() {
    long width = high - low; // unsigned
    long quotient = Long.divideUnsigned(width, buckets);
    long rest = Long.remainderUnsigned(width, buckets);
    long[] edges = new long[buckets + 1];
    Arrays.setAll(edges, i -> low + i * quotient + i * rest / buckets);
    return edges;
  }

  @Override
  public Histogram identity() {
    return new Histogram(0, new long[buckets], 0, 0);
  }

  @Override
  public Histogram fold(MemorySegment elements, long first, long count) {
    long[] edges = edges();
    long[] counts = new long[buckets];
    long below = 0;
    long above = 0;
    double scale = buckets / ((double) high - (double) low);
    for (long i = 0; i < count; i++) {
      long value = TypedElements.longAt(type, elements, i);
      if (value < low) {
        below++;
      } else if (value >= high) {
        above++;
      } else {
        int guess = (int) (((double) value - (double) low) * scale);
        int bucket = Math.clamp(guess, 0, buckets - 1); // exact but for rounding
        while (value < edges[bucket]) {
          bucket--;
        }
        while (value >= edges[bucket + 1]) {
          bucket++;
        }
        counts[bucket]++;
      }
    }
    return new Histogram(below, counts, above, 0);
  }

  @Override
  public Histogram combine(Histogram left, Histogram right) {
    return left.plus(right);
  }
}
