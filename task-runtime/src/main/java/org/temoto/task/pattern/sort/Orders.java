package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Conversion of elements of any type to and from arrays of {@code long}. */
final class Orders {
  private Orders() {}

  /** The least of the integers for keys that are not numbers, which are all equal. */
  static long nan(ElementType type) {
    return switch (type) {
      case INT32, INT64 -> Long.MAX_VALUE;
      case FLOAT32 ->
          TotalOrder.fromFloatBits(Float.floatToRawIntBits(Float.POSITIVE_INFINITY)) + 1L;
      case FLOAT64 ->
          TotalOrder.fromDoubleBits(Double.doubleToRawLongBits(Double.POSITIVE_INFINITY)) + 1;
    };
  }

  /** Keys as integers that are ordered as they are. */
  static void load(ElementType type, MemorySegment from, long[] to, int at, int count) {
    if (type.bytes() == Long.BYTES) {
      TotalOrder.load(type, from, 0, to, at, count);
      return;
    }
    loadBits(type, from, to, at, count);
    if (type == ElementType.FLOAT32) {
      for (int i = at; i < at + count; i++) {
        to[i] = TotalOrder.fromFloatBits((int) to[i]);
      }
    }
  }

  /** Stores what {@link #load} has loaded; changes {@code from}. */
  static void store(ElementType type, long[] from, MemorySegment to, int count) {
    if (type.bytes() == Long.BYTES) {
      TotalOrder.store(type, from, to, 0, count);
      return;
    }
    if (type == ElementType.FLOAT32) {
      for (int i = 0; i < count; i++) {
        from[i] = TotalOrder.toFloatBits((int) from[i]);
      }
    }
    storeBits(type, from, to, count);
  }

  static void loadBits(ElementType type, MemorySegment from, long[] to, int at, int count) {
    if (type.bytes() == Long.BYTES) {
      MemorySegment.copy(from, JAVA_LONG, 0, to, at, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      to[at + i] = from.getAtIndex(JAVA_INT, i);
    }
  }

  static void storeBits(ElementType type, long[] from, MemorySegment to, int count) {
    if (type.bytes() == Long.BYTES) {
      MemorySegment.copy(from, 0, to, JAVA_LONG, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      to.setAtIndex(JAVA_INT, i, (int) from[i]);
    }
  }
}
