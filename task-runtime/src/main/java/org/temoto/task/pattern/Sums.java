package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.temoto.task.pattern.Scan.Kind.INCLUSIVE;

import java.lang.foreign.MemorySegment;

/**
 * Sums and running sums, in loops of their own: a call per element is several times what adding
 * takes.
 */
final class Sums {
  private Sums() {}

  static long ofInts(MemorySegment elements, long count) {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum += elements.getAtIndex(JAVA_INT, i);
    }
    return sum;
  }

  static long ofLongs(MemorySegment elements, long count) {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum += elements.getAtIndex(JAVA_LONG, i);
    }
    return sum;
  }

  /** Four sums side by side, for each waits for its last addition. */
  static double ofFloats(MemorySegment elements, long count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    long i = 0;
    for (; i < count - 3; i += 4) {
      a += elements.getAtIndex(JAVA_FLOAT, i);
      b += elements.getAtIndex(JAVA_FLOAT, i + 1);
      c += elements.getAtIndex(JAVA_FLOAT, i + 2);
      d += elements.getAtIndex(JAVA_FLOAT, i + 3);
    }
    for (; i < count; i++) {
      a += elements.getAtIndex(JAVA_FLOAT, i);
    }
    return (a + b) + (c + d);
  }

  /** Four sums side by side, for each waits for its last addition. */
  static double ofDoubles(MemorySegment elements, long count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    long i = 0;
    for (; i < count - 3; i += 4) {
      a += elements.getAtIndex(JAVA_DOUBLE, i);
      b += elements.getAtIndex(JAVA_DOUBLE, i + 1);
      c += elements.getAtIndex(JAVA_DOUBLE, i + 2);
      d += elements.getAtIndex(JAVA_DOUBLE, i + 3);
    }
    for (; i < count; i++) {
      a += elements.getAtIndex(JAVA_DOUBLE, i);
    }
    return (a + b) + (c + d);
  }

  static long scanInts(
      long carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    long sum = carry;
    if (kind == INCLUSIVE) {
      for (long i = 0; i < count; i++) {
        sum += from.getAtIndex(JAVA_INT, i);
        to.setAtIndex(JAVA_INT, i, (int) sum);
      }
      return sum;
    }
    for (long i = 0; i < count; i++) {
      long before = sum;
      sum += from.getAtIndex(JAVA_INT, i);
      to.setAtIndex(JAVA_INT, i, (int) before);
    }
    return sum;
  }

  static long scanLongs(
      long carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    long sum = carry;
    if (kind == INCLUSIVE) {
      for (long i = 0; i < count; i++) {
        sum += from.getAtIndex(JAVA_LONG, i);
        to.setAtIndex(JAVA_LONG, i, sum);
      }
      return sum;
    }
    for (long i = 0; i < count; i++) {
      long before = sum;
      sum += from.getAtIndex(JAVA_LONG, i);
      to.setAtIndex(JAVA_LONG, i, before);
    }
    return sum;
  }

  static double scanFloats(
      double carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    double sum = carry;
    if (kind == INCLUSIVE) {
      for (long i = 0; i < count; i++) {
        sum += from.getAtIndex(JAVA_FLOAT, i);
        to.setAtIndex(JAVA_FLOAT, i, (float) sum);
      }
      return sum;
    }
    for (long i = 0; i < count; i++) {
      double before = sum;
      sum += from.getAtIndex(JAVA_FLOAT, i);
      to.setAtIndex(JAVA_FLOAT, i, (float) before);
    }
    return sum;
  }

  static double scanDoubles(
      double carry, MemorySegment from, MemorySegment to, long count, Scan.Kind kind) {
    double sum = carry;
    if (kind == INCLUSIVE) {
      for (long i = 0; i < count; i++) {
        sum += from.getAtIndex(JAVA_DOUBLE, i);
        to.setAtIndex(JAVA_DOUBLE, i, sum);
      }
      return sum;
    }
    for (long i = 0; i < count; i++) {
      double before = sum;
      sum += from.getAtIndex(JAVA_DOUBLE, i);
      to.setAtIndex(JAVA_DOUBLE, i, before);
    }
    return sum;
  }
}
