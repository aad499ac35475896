package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Sort and merge of runs of 32-bit keys, in place or into another segment, by way of reused heap
 * arrays.
 */
final class IntKernels {
  /** Neighbours that are looked at, spread over all keys. */
  private static final int PAIRS = 1024;

  /** Among runs at most this part of the pairs stand the other way round. */
  private static final int FEW = 64;

  private IntKernels() {}

  /** Sorts many keys that go into another segment by their digits, if the kernel does. */
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

  /**
   * Merges by levels of two-way merges, to and fro between two heap arrays that should fit the
   * second-level cache together.
   */
  static void merge(
      List<MemorySegment> runs, MemorySegment to, ElementType type, SortKernel kernel) {
    int count = Math.toIntExact(to.byteSize() / Integer.BYTES);
    int[] from = ArrayPool.INTS.take(count);
    int[] into = ArrayPool.INTS.take(count);
    int[] ends = new int[runs.size()];
    int end = 0;
    for (int run = 0; run < ends.length; run++) {
      MemorySegment keys = runs.get(run);
      int length = (int) (keys.byteSize() / Integer.BYTES);
      TotalOrder.load(type, keys, 0, from, end, length);
      end += length;
      ends[run] = end;
    }
    for (int left = ends.length; left > 1; left = (left + 1) / 2) {
      mergePairs(from, ends, left, into, kernel);
      int[] merged = into;
      into = from;
      from = merged;
    }
    TotalOrder.store(type, from, to, 0, count);
    ArrayPool.INTS.give(from);
    ArrayPool.INTS.give(into);
  }

  /** Merges the first {@code runs} runs, whose ends are given, pairwise; then these are theirs. */
  private static void mergePairs(int[] from, int[] ends, int runs, int[] into, SortKernel kernel) {
    int start = 0;
    for (int run = 0; run < runs; run += 2) {
      int middle = ends[run];
      int end = ends[Math.min(run + 1, runs - 1)];
      kernel.merge(from, start, middle, from, middle, end, into, start);
      ends[run / 2] = end;
      start = end;
    }
  }
}
