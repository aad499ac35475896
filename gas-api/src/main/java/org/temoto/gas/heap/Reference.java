package org.temoto.gas.heap;

/** Code of references: where a block begins, and its size class above that, plus 1. */
final class Reference {
  static final long MOST_BYTES = 1L << 48;

  private static final int CLASS_SHIFT = 48;

  private Reference() {}

  static long of(long offset, int sizeClass) {
    return sizeClass + 1L << CLASS_SHIFT | offset;
  }

  static long offset(long reference) {
    return reference & MOST_BYTES - 1;
  }

  /** Any number, if it is no reference. */
  static int sizeClass(long reference) {
    return (int) (reference >>> CLASS_SHIFT) - 1;
  }
}
