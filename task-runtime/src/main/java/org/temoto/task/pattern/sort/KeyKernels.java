package org.temoto.task.pattern.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Kernels at the leaves of the sort for each type of key; the type is looked at once per leaf,
 * outside of all loops.
 */
public final class KeyKernels {
  private KeyKernels() {}

  /** Sorts {@code from} into {@code to}, which may be the same; at most 2^31 - 1 keys. */
  public static void sort(
      ElementType type, MemorySegment from, MemorySegment to, SortKernel kernel) {
    switch (type) {
      case INT32, FLOAT32 -> IntKernels.sort(from, to, type, kernel);
      case INT64, FLOAT64 -> LongKernels.sort(from, to, type, kernel);
    }
  }

  /**
   * Merges sorted runs into {@code to}, which is as long as all together, 2^31 - 1 keys at most.
   */
  public static void merge(
      ElementType type, List<MemorySegment> runs, MemorySegment to, SortKernel kernel) {
    switch (type) {
      case INT32, FLOAT32 -> IntKernels.merge(runs, to, type, kernel);
      case INT64, FLOAT64 -> LongKernels.merge(runs, to, type, kernel);
    }
  }

  /** The same, a window of each run at a time: needs no more memory for longer runs. */
  public static void mergeByWindows(
      ElementType type, List<MemorySegment> runs, MemorySegment to, SortKernel kernel) {
    Windows windows = new Windows(type, runs);
    long at = 0;
    for (List<MemorySegment> parts = windows.next(); !parts.isEmpty(); parts = windows.next()) {
      long bytes = parts.stream().mapToLong(MemorySegment::byteSize).sum();
      merge(type, parts, to.asSlice(at, bytes), kernel);
      at += bytes;
    }
  }

  /** The key as an integer that is ordered as the keys are. */
  public static long order(ElementType type, MemorySegment keys, long index) {
    return switch (type) {
      case INT32 -> keys.getAtIndex(JAVA_INT, index);
      case INT64 -> keys.getAtIndex(JAVA_LONG, index);
      case FLOAT32 -> TotalOrder.fromFloatBits(keys.getAtIndex(JAVA_INT, index));
      case FLOAT64 -> TotalOrder.fromDoubleBits(keys.getAtIndex(JAVA_LONG, index));
    };
  }
}
