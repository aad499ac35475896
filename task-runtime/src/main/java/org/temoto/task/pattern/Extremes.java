package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.temoto.task.pattern.Patterns.DoubleMinMax;
import org.temoto.task.pattern.Patterns.LongMinMax;
import org.temoto.task.pattern.sort.ElementType;

/** Reductions that find the least and the greatest element in one pass. */
final class Extremes {
  private Extremes() {}

  /** Reduction of integers. */
  record OfLongs(ElementType type) implements Reduction<LongMinMax> {
    @Override
    public LongMinMax identity() {
      return new LongMinMax(Long.MAX_VALUE, Long.MIN_VALUE);
    }

    @Override
    public LongMinMax fold(MemorySegment elements, long first, long count) {
      return type == ElementType.INT32 ? ints(elements, count) : longs(elements, count);
    }

    private static LongMinMax ints(MemorySegment elements, long count) {
      int min = Integer.MAX_VALUE;
      int max = Integer.MIN_VALUE;
      for (long i = 0; i < count; i++) {
        int value = elements.getAtIndex(JAVA_INT, i);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      return new LongMinMax(min, max);
    }

    private static LongMinMax longs(MemorySegment elements, long count) {
      long min = Long.MAX_VALUE;
      long max = Long.MIN_VALUE;
      for (long i = 0; i < count; i++) {
        long value = elements.getAtIndex(JAVA_LONG, i);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      return new LongMinMax(min, max);
    }

    @Override
    public LongMinMax combine(LongMinMax left, LongMinMax right) {
      return new LongMinMax(Math.min(left.min(), right.min()), Math.max(left.max(), right.max()));
    }
  }

  /** Reduction of floating-point numbers. */
  record OfDoubles(ElementType type) implements Reduction<DoubleMinMax> {
    @Override
    public DoubleMinMax identity() {
      return new DoubleMinMax(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    @Override
    public DoubleMinMax fold(MemorySegment elements, long first, long count) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      for (long i = 0; i < count; i++) {
        double value = TypedElements.doubleAt(type, elements, i);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      return new DoubleMinMax(min, max);
    }

    @Override
    public DoubleMinMax combine(DoubleMinMax left, DoubleMinMax right) {
      return new DoubleMinMax(Math.min(left.min(), right.min()), Math.max(left.max(), right.max()));
    }
  }
}
