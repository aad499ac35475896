package org.temoto.gas.heap;

/**
 * Table of the sizes that blocks of a heap have: 16 bytes apart up to 128, then four to a power.
 */
final class SizeClass {
  private static final int STEP = 16;
  private static final int EVEN = 8;
  private static final int POWER = 7;
  private static final int PARTS_BITS = 2;
  private static final int PARTS = 1 << PARTS_BITS;

  private SizeClass() {}

  /** The class of the smallest size that holds {@code bytes}, one at least. */
  static int of(long bytes) {
    if (bytes <= EVEN * STEP) {
      return (int) (Math.max(bytes, 1) - 1) / STEP;
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes - 1);
    int part = (int) (bytes - 1 >>> power - PARTS_BITS) - PARTS;
    return EVEN + (power - POWER) * PARTS + part;
  }

  /** In bytes. */
  static long size(int sizeClass) {
    if (sizeClass < EVEN) {
      return (sizeClass + 1L) * STEP;
    }
    int power = POWER + (sizeClass - EVEN) / PARTS;
    int part = (sizeClass - EVEN) % PARTS;
    return (long) (part + PARTS + 1) << power - PARTS_BITS;
  }
}
