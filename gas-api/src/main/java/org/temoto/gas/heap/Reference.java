package org.temoto.gas.heap;

/**
 * Code of references: the heap, the size class of the block plus 1, whether it was allocated in a
 * lot that another PE has lent, and where it begins, in units of the smallest size.
 *
 * <pre>
 *  63  62        52 51         44  43   42                0
 * +---+------------+-------------+------+-------------------+
 * | 0 |    heap    |  class + 1  | lent |    offset / 16    |
 * +---+------------+-------------+------+-------------------+
 * </pre>
 */
final class Reference {
  static final long MOST_BYTES = 1L << 47;

  private static final int UNIT_BITS = 4;
  private static final int LENT_SHIFT = 43;
  private static final int CLASS_SHIFT = 44;
  private static final int HEAP_SHIFT = 52;
  private static final int HEAPS = 1 << Long.SIZE - 1 - HEAP_SHIFT;

  private Reference() {}

  /** The number that a memory has in references; that of the 2,048th memory after it, too. */
  static long number(int memory) {
    return memory % HEAPS;
  }

  static long of(long heap, long offset, int sizeClass) {
    return heap << HEAP_SHIFT | sizeClass + 1L << CLASS_SHIFT | offset >>> UNIT_BITS;
  }

  static long lent(long heap, long offset, int sizeClass) {
    return of(heap, offset, sizeClass) | 1L << LENT_SHIFT;
  }

  static boolean isLent(long reference) {
    return (reference & 1L << LENT_SHIFT) != 0;
  }

  /** Any number, if it is no reference; so of the others. */
  static long heap(long reference) {
    return reference >> HEAP_SHIFT;
  }

  static long offset(long reference) {
    return (reference & (1L << LENT_SHIFT) - 1) << UNIT_BITS;
  }

  static int sizeClass(long reference) {
    return (int) (reference >>> CLASS_SHIFT & (1 << HEAP_SHIFT - CLASS_SHIFT) - 1) - 1;
  }
}
