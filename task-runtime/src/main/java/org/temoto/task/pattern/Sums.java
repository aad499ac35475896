package org.temoto.task.pattern;

import static org.temoto.task.pattern.Scan.Kind.INCLUSIVE;
import static org.temoto.task.pattern.TypedElements.doubleAt;
import static org.temoto.task.pattern.TypedElements.longAt;

import java.lang.foreign.MemorySegment;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Sums and running sums, in loops of their own: a call per element is several times what adding
 * takes.
 */
final class Sums {
  private Sums() {}

  static long ofIntegers(ElementType type, MemorySegment elements, long count) {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum += longAt(type, elements, i);
    }
    return sum;
  }

  /** Four sums side by side, for each waits for its last addition. */
  static double ofFloats(ElementType type, MemorySegment elements, long count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    long i = 0;
    for (; i < count - 3; i += 4) {
      a += doubleAt(type, elements, i);
      b += doubleAt(type, elements, i + 1);
      c += doubleAt(type, elements, i + 2);
      d += doubleAt(type, elements, i + 3);
    }
    for (; i < count; i++) {
      a += doubleAt(type, elements, i);
    }
    return (a + b) + (c + d);
  }

  static long scan(
      ElementType type,
      long carry,
      MemorySegment from,
      MemorySegment to,
      long count,
      Scan.Kind kind) {
    long sum = carry;
    if (kind == INCLUSIVE) {
      for (long i = 0; i < count; i++) {
        sum += longAt(type, from, i);
        TypedElements.put(type, to, i, sum);
      }
      return sum;
    }
    for (long i = 0; i < count; i++) {
      long before = sum;
      sum += longAt(type, from, i);
      TypedElements.put(type, to, i, before);
    }
    return sum;
  }

  static double scan(
      ElementType type,
      double carry,
      MemorySegment from,
      MemorySegment to,
      long count,
      Scan.Kind kind) {
    double before = carry;
    for (long i = 0; i < count; i++) {
      double after = before + doubleAt(type, from, i);
      TypedElements.put(type, to, i, kind == INCLUSIVE ? after : before);
      before = after;
    }
    return before;
  }
}
