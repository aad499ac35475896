package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.temoto.task.pattern.sort.ElementType.FLOAT32;
import static org.temoto.task.pattern.sort.ElementType.FLOAT64;

import java.lang.foreign.MemorySegment;

/**
 * Map of floating-point bits one to one to integers whose order is that of {@link Double#compare}
 * and {@link Float#compare}: -0.0 before 0.0, every NaN last. So floats are sorted and merged by
 * the integers' kernels.
 *
 * <p>Flipping the magnitude of negative numbers makes the order of the bits that of the numbers,
 * except that negative NaNs come first; adding the distance from negative infinity to the smallest
 * integer makes them wrap around to the end. NaNs keep their bits, and come in the order of the
 * mapped ones.
 */
final class TotalOrder {
  private static final int INT_SHIFT =
      Integer.MIN_VALUE - flip(Float.floatToRawIntBits(Float.NEGATIVE_INFINITY));
  private static final long LONG_SHIFT =
      Long.MIN_VALUE - flip(Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY));

  private TotalOrder() {}

  private static int flip(int bits) {
    return bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
  }

  private static long flip(long bits) {
    return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
  }

  static int fromFloatBits(int bits) {
    return flip(bits) + INT_SHIFT;
  }

  static int toFloatBits(int key) {
    return flip(key - INT_SHIFT);
  }

  static long fromDoubleBits(long bits) {
    return flip(bits) + LONG_SHIFT;
  }

  static long toDoubleBits(long key) {
    return flip(key - LONG_SHIFT);
  }

  /** Copies keys, from byte {@code offset} on, as the integers for them. */
  static void load(ElementType type, MemorySegment from, long offset, int[] to, int at, int count) {
    MemorySegment.copy(from, JAVA_INT, offset, to, at, count);
    if (type == FLOAT32) {
      for (int i = at; i < at + count; i++) {
        to[i] = fromFloatBits(to[i]);
      }
    }
  }

  /** As for keys of 32 bits. */
  static void load(
      ElementType type, MemorySegment from, long offset, long[] to, int at, int count) {
    MemorySegment.copy(from, JAVA_LONG, offset, to, at, count);
    if (type == FLOAT64) {
      for (int i = at; i < at + count; i++) {
        to[i] = fromDoubleBits(to[i]);
      }
    }
  }

  /** Copies what the first integers stand for to byte {@code offset}; changes them. */
  static void store(ElementType type, int[] from, MemorySegment to, long offset, int count) {
    if (type == FLOAT32) {
      for (int i = 0; i < count; i++) {
        from[i] = toFloatBits(from[i]);
      }
    }
    MemorySegment.copy(from, 0, to, JAVA_INT, offset, count);
  }

  /** As for keys of 32 bits. */
  static void store(ElementType type, long[] from, MemorySegment to, long offset, int count) {
    if (type == FLOAT64) {
      for (int i = 0; i < count; i++) {
        from[i] = toDoubleBits(from[i]);
      }
    }
    MemorySegment.copy(from, 0, to, JAVA_LONG, offset, count);
  }
}
