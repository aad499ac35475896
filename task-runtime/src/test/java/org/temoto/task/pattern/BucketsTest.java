package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.temoto.task.pattern.Patterns.Histogram;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Tests of buckets: every value falls between the edges of its own, however wide the bounds are.
 */
class BucketsTest {
  @Property(tries = 500)
  void shouldCountLongsBetweenTheEdges(
      @ForAll long one,
      @ForAll long other,
      @ForAll @IntRange(min = 1, max = 300) int buckets,
      @ForAll @Size(max = 50) long[] values) {
    long low = Math.min(Math.min(one, other), Long.MAX_VALUE - 1);
    long high = Math.max(Math.max(one, other), low + 1);
    LongBuckets kernel = new LongBuckets(ElementType.INT64, buckets, low, high);
    long[] edges = kernel.edges();
    BigInteger width = BigInteger.valueOf(high).subtract(BigInteger.valueOf(low));
    for (int i = 0; i <= buckets; i++) {
      BigInteger share = width.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(buckets));
      assertThat(edges[i]).isEqualTo(BigInteger.valueOf(low).add(share).longValueExact());
    }
    long[] counts = new long[buckets];
    long below = 0;
    long above = 0;
    MemorySegment elements = MemorySegment.ofArray(new long[values.length]);
    for (int i = 0; i < values.length; i++) {
      elements.setAtIndex(JAVA_LONG, i, values[i]);
      below += values[i] < low ? 1 : 0;
      above += values[i] >= high ? 1 : 0;
      for (int bucket = 0; bucket < buckets; bucket++) {
        counts[bucket] += edges[bucket] <= values[i] && values[i] < edges[bucket + 1] ? 1 : 0;
      }
    }
    assertThat(kernel.fold(elements, 0, values.length))
        .isEqualTo(new Histogram(below, counts, above, 0));
  }

  @Property(tries = 500)
  void shouldCountDoublesBetweenTheEdges(
      @ForAll double low,
      @ForAll double high,
      @ForAll @IntRange(min = 1, max = 300) int buckets,
      @ForAll @Size(max = 50) double[] values) {
    if (!(low < high) || !Double.isFinite(high - low)) {
      return;
    }
    DoubleBuckets kernel = new DoubleBuckets(ElementType.FLOAT64, buckets, low, high);
    double[] edges = kernel.edges();
    long[] counts = new long[buckets];
    MemorySegment elements = MemorySegment.ofArray(values);
    for (double value : values) {
      for (int bucket = 0; bucket < buckets; bucket++) {
        counts[bucket] += edges[bucket] <= value && value < edges[bucket + 1] ? 1 : 0;
      }
    }
    Histogram found = kernel.fold(elements, 0, values.length);
    assertThat(found.counts()).isEqualTo(counts);
    assertThat(found.below() + found.above() + Arrays.stream(counts).sum())
        .isEqualTo(values.length);
  }

  @Example
  void shouldCountEachWholeNumberInABucketOfItsOwn() {
    MemorySegment doubles = MemorySegment.ofArray(new long[100]);
    MemorySegment floats = MemorySegment.ofArray(new int[100]);
    for (int i = 0; i < 100; i++) {
      doubles.setAtIndex(JAVA_DOUBLE, i, i);
      floats.setAtIndex(JAVA_FLOAT, i, i);
    }
    long[] counts = new long[100];
    Arrays.fill(counts, 1);
    Histogram each = new Histogram(0, counts, 0, 0);
    assertThat(new DoubleBuckets(ElementType.FLOAT64, 100, 0, 100).fold(doubles, 0, 100))
        .isEqualTo(each);
    assertThat(new DoubleBuckets(ElementType.FLOAT32, 100, 0, 100).fold(floats, 0, 100))
        .isEqualTo(each);
  }

  @Property(tries = 500)
  void shouldHaveEdgesThatAscendFromLowToHigh(
      @ForAll double one,
      @ForAll double other,
      @ForAll @IntRange(min = 1, max = 300) int buckets,
      @ForAll @IntRange(min = -1074, max = 1023) int exponent) {
    double width = Math.scalb(1 + Math.abs(one) % 1, exponent);
    for (double low : new double[] {0.0 - width / 2, 0, other + 0.0, -Double.MAX_VALUE}) {
      double high = low + width;
      if (low < high && Double.isFinite(high - low)) {
        double[] edges = new DoubleBuckets(ElementType.FLOAT64, buckets, low, high).edges();
        assertThat(edges).isSorted().startsWith(low).endsWith(high).hasSize(buckets + 1);
      }
    }
  }

  @Example
  void shouldCountWhatIsNoNumber() {
    MemorySegment elements = MemorySegment.ofArray(new long[3]);
    elements.setAtIndex(JAVA_DOUBLE, 0, Double.NaN);
    elements.setAtIndex(JAVA_DOUBLE, 1, Double.POSITIVE_INFINITY);
    elements.setAtIndex(JAVA_DOUBLE, 2, -0.0);
    assertThat(new DoubleBuckets(ElementType.FLOAT64, 2, 0, 1).fold(elements, 0, 3))
        .isEqualTo(new Histogram(0, new long[] {1, 0}, 1, 1));
  }
}
