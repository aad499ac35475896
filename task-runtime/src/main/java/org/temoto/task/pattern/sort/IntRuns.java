package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Merge of sorted runs of 32-bit keys by levels of two-way merges, to and fro between two heap
 * arrays that should fit the second-level cache together.
 */
final class IntRuns {
  private IntRuns() {}

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
