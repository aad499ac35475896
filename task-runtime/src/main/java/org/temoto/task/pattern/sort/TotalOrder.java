package org.temoto.task.pattern.sort;

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

  static void fromFloatBits(int[] keys, int count) {
    for (int i = 0; i < count; i++) {
      keys[i] = fromFloatBits(keys[i]);
    }
  }

  static void toFloatBits(int[] keys, int count) {
    for (int i = 0; i < count; i++) {
      keys[i] = toFloatBits(keys[i]);
    }
  }

  static void fromDoubleBits(long[] keys, int count) {
    for (int i = 0; i < count; i++) {
      keys[i] = fromDoubleBits(keys[i]);
    }
  }

  static void toDoubleBits(long[] keys, int count) {
    for (int i = 0; i < count; i++) {
      keys[i] = toDoubleBits(keys[i]);
    }
  }
}
