package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Sort of 32-bit keys, in place or into another segment: many into another one by their digits,
 * else by way of a reused heap array.
 */
final class IntSort {
  /** Neighbours that are looked at, spread over all keys. */
  private static final int PAIRS = 1024;

  /** Among runs at most this part of the pairs stand the other way round. */
  private static final int FEW = 64;

  private IntSort() {}

  static void sort(MemorySegment from, MemorySegment to, ElementType type, SortKernel kernel) {
    int count = Math.toIntExact(from.byteSize() / Integer.BYTES);
    if (kernel.sortsByDigits()
        && count >= IntRadixSort.FEWEST
        && from.asOverlappingSlice(to).isEmpty()
        && (count > SortPlan.MAX_HEAP_CUTOFF || !hasLongRuns(from, count))) {
      IntRadixSort.sort(from, to, type);
      return;
    }
    int[] array = ArrayPool.INTS.take(count);
    TotalOrder.load(type, from, 0, array, 0, count);
    kernel.sort(array, count);
    TotalOrder.store(type, array, to, 0, count);
    ArrayPool.INTS.give(array);
  }

  /**
   * Looks at pairs of neighbours: if nearly all ascend, or descend, the JDK's sort merges runs,
   * which is faster than any that looks at digits.
   */
  private static boolean hasLongRuns(MemorySegment keys, int count) {
    int ascending = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      long at = (long) (count - 1) * pair / PAIRS;
      ascending += keys.getAtIndex(JAVA_INT, at) <= keys.getAtIndex(JAVA_INT, at + 1) ? 1 : 0;
    }
    return Math.min(ascending, PAIRS - ascending) <= PAIRS / FEW;
  }
}
