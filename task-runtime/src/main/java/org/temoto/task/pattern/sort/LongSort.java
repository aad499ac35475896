package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.temoto.task.pattern.sort.ElementType.FLOAT64;

import java.lang.foreign.MemorySegment;

/** Sort of 64-bit keys by way of a reused heap array, in place or into another segment. */
final class LongSort {
  private LongSort() {}

  static void sort(MemorySegment from, MemorySegment to, ElementType type, SortKernel kernel) {
    int count = Math.toIntExact(from.byteSize() / Long.BYTES);
    long[] array = ArrayPool.LONGS.take(count);
    MemorySegment.copy(from, JAVA_LONG, 0, array, 0, count);
    if (type == FLOAT64) {
      TotalOrder.fromDoubleBits(array, count);
    }
    kernel.sort(array, count);
    if (type == FLOAT64) {
      TotalOrder.toDoubleBits(array, count);
    }
    MemorySegment.copy(array, 0, to, JAVA_LONG, 0, count);
    ArrayPool.LONGS.give(array);
  }
}
