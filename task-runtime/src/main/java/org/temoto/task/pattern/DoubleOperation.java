package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.temoto.task.pattern.Scan.Kind.INCLUSIVE;

import java.lang.foreign.MemorySegment;
import org.temoto.task.pattern.sort.ElementType;

/**
 * A {@link DoubleOperator} on elements of {@code type}; the type is looked at outside of all loops.
 */
record DoubleOperation(ElementType type, DoubleOperator operator)
    implements ElementOperation<Double> {
  @Override
  public Double identity() {
    return operator.identity();
  }

  @Override
  public Double combine(Double left, Double right) {
    return operator.apply(left, right);
  }

  @Override
  public Double fold(MemorySegment elements, long first, long count) {
    if (operator == DoubleOperators.SUM) {
      return Sums.ofFloats(type, elements, count);
    }
    return type == ElementType.FLOAT32 ? foldFloats(elements, count) : foldDoubles(elements, count);
  }

  private double foldFloats(MemorySegment elements, long count) {
    double result = operator.identity();
    for (long i = 0; i < count; i++) {
      result = operator.apply(result, elements.getAtIndex(JAVA_FLOAT, i));
    }
    return result;
  }

  private double foldDoubles(MemorySegment elements, long count) {
    double result = operator.identity();
    for (long i = 0; i < count; i++) {
      result = operator.apply(result, elements.getAtIndex(JAVA_DOUBLE, i));
    }
    return result;
  }

  @Override
  public Double scan(
      Double carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    if (operator == DoubleOperators.SUM) {
      return Sums.scan(type, carry, from, to, count, kind);
    }
    return type == ElementType.FLOAT32
        ? scanFloats(carry, from, to, count, kind)
        : scanDoubles(carry, from, to, count, kind);
  }

  private double scanFloats(
      double carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    double before = carry;
    for (long i = 0; i < count; i++) {
      double after = operator.apply(before, from.getAtIndex(JAVA_FLOAT, i));
      to.setAtIndex(JAVA_FLOAT, i, (float) (kind == INCLUSIVE ? after : before));
      before = after;
    }
    return before;
  }

  private double scanDoubles(
      double carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    double before = carry;
    for (long i = 0; i < count; i++) {
      double after = operator.apply(before, from.getAtIndex(JAVA_DOUBLE, i));
      to.setAtIndex(JAVA_DOUBLE, i, kind == INCLUSIVE ? after : before);
      before = after;
    }
    return before;
  }
}
