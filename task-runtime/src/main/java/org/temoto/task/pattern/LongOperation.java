package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.temoto.task.pattern.Scan.Kind.INCLUSIVE;

import java.lang.foreign.MemorySegment;
import org.temoto.task.pattern.sort.ElementType;

/**
 * A {@link LongOperator} on elements of {@code type}; the type is looked at outside of all loops.
 */
record LongOperation(ElementType type, LongOperator operator) implements ElementOperation<Long> {
  @Override
  public Long identity() {
    return operator.identity();
  }

  @Override
  public Long combine(Long left, Long right) {
    return operator.apply(left, right);
  }

  @Override
  public Long fold(MemorySegment elements, long first, long count) {
    if (operator == LongOperators.SUM) {
      return Sums.ofIntegers(type, elements, count);
    }
    return type == ElementType.INT32 ? foldInts(elements, count) : foldLongs(elements, count);
  }

  private long foldInts(MemorySegment elements, long count) {
    long result = operator.identity();
    for (long i = 0; i < count; i++) {
      result = operator.apply(result, elements.getAtIndex(JAVA_INT, i));
    }
    return result;
  }

  private long foldLongs(MemorySegment elements, long count) {
    long result = operator.identity();
    for (long i = 0; i < count; i++) {
      result = operator.apply(result, elements.getAtIndex(JAVA_LONG, i));
    }
    return result;
  }

  @Override
  public Long scan(Long carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    if (operator == LongOperators.SUM) {
      return Sums.scan(type, carry, from, to, count, kind);
    }
    return type == ElementType.INT32
        ? scanInts(carry, from, to, count, kind)
        : scanLongs(carry, from, to, count, kind);
  }

  private long scanInts(
      long carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    long before = carry;
    for (long i = 0; i < count; i++) {
      long after = operator.apply(before, from.getAtIndex(JAVA_INT, i));
      to.setAtIndex(JAVA_INT, i, narrow(kind == INCLUSIVE ? after : before));
      before = after;
    }
    return before;
  }

  /** The identities of the least and the greatest become those of ints. */
  private int narrow(long value) {
    return operator == LongOperators.MIN || operator == LongOperators.MAX
        ? Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE)
        : (int) value;
  }

  private long scanLongs(
      long carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    long before = carry;
    for (long i = 0; i < count; i++) {
      long after = operator.apply(before, from.getAtIndex(JAVA_LONG, i));
      to.setAtIndex(JAVA_LONG, i, kind == INCLUSIVE ? after : before);
      before = after;
    }
    return before;
  }
}
