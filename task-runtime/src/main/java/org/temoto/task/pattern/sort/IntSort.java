package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.temoto.task.pattern.ElementType.FLOAT32;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.task.pattern.ElementType;

/**
 * Sort of 32-bit keys, in place or into another segment: many into another one by their digits,
 * else by way of a reused heap array.
 */
final class IntSort {
  private IntSort() {}

  static void sort(MemorySegment from, MemorySegment to, ElementType type, Kernel kernel) {
    int count = Math.toIntExact(from.byteSize() / Integer.BYTES);
    if (kernel == Kernel.FAST
        && count >= IntRadixSort.FEWEST
        && from.asOverlappingSlice(to).isEmpty()) {
      IntRadixSort.sort(from, to, type);
      return;
    }
    int[] array = ArrayPool.INTS.take(count);
    MemorySegment.copy(from, JAVA_INT, 0, array, 0, count);
    if (type == FLOAT32) {
      TotalOrder.fromFloatBits(array, count);
    }
    switch (kernel) {
      case FAST -> Arrays.sort(array, 0, count);
      case PLAIN -> PlainIntSort.sort(array, 0, count);
    }
    if (type == FLOAT32) {
      TotalOrder.toFloatBits(array, count);
    }
    MemorySegment.copy(array, 0, to, JAVA_INT, 0, count);
    ArrayPool.INTS.give(array);
  }
}
