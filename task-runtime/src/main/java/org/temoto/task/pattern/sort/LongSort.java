package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;

/** Sort of 64-bit keys by way of a reused heap array, in place or into another segment. */
final class LongSort {
  private LongSort() {}

  static void sort(MemorySegment from, MemorySegment to, ElementType type, SortKernel kernel) {
    int count = Math.toIntExact(from.byteSize() / Long.BYTES);
    long[] array = ArrayPool.LONGS.take(count);
    TotalOrder.load(type, from, 0, array, 0, count);
    kernel.sort(array, count);
    TotalOrder.store(type, array, to, 0, count);
    ArrayPool.LONGS.give(array);
  }
}
