package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Sort and merge of runs of 64-bit keys, in place or into another segment, by way of reused heap
 * arrays.
 */
final class LongKernels {
  private LongKernels() {}

  static void sort(MemorySegment from, MemorySegment to, ElementType type, SortKernel kernel) {
    int count = Math.toIntExact(from.byteSize() / Long.BYTES);
    long[] array = ArrayPool.LONGS.take(count);
    TotalOrder.load(type, from, 0, array, 0, count);
    kernel.sort(array, count);
    TotalOrder.store(type, array, to, 0, count);
    ArrayPool.LONGS.give(array);
  }

  /**
   * Merges by levels of two-way merges, to and fro between two heap arrays that should fit the
   * second-level cache together.
   */
  static void merge(
      List<MemorySegment> runs, MemorySegment to, ElementType type, SortKernel kernel) {
    int count = Math.toIntExact(to.byteSize() / Long.BYTES);
    long[] from = ArrayPool.LONGS.take(count);
    long[] into = ArrayPool.LONGS.take(count);
    int[] ends = new int[runs.size()];
    int end = 0;
    for (int run = 0; run < ends.length; run++) {
      MemorySegment keys = runs.get(run);
      int length = (int) (keys.byteSize() / Long.BYTES);
      TotalOrder.load(type, keys, 0, from, end, length);
      end += length;
      ends[run] = end;
    }
    for (int left = ends.length; left > 1; left = (left + 1) / 2) {
      mergePairs(from, ends, left, into, kernel);
      long[] merged = into;
      into = from;
      from = merged;
    }
    TotalOrder.store(type, from, to, 0, count);
    ArrayPool.LONGS.give(from);
    ArrayPool.LONGS.give(into);
  }

  /** Merges the first {@code runs} runs, whose ends are given, pairwise; then these are theirs. */
  private static void mergePairs(
      long[] from, int[] ends, int runs, long[] into, SortKernel kernel) {
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
