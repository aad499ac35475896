package org.temoto.task.pattern.sort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * Heap arrays that leaves work in, kept for the next leaf: the JDK's vectorized sort exists for
 * heap arrays only, and fresh ones cost their zeroing. Thread-safe; holds as many arrays as were in
 * use at once.
 */
final class ArrayPool<T> {
  static final ArrayPool<int[]> INTS = new ArrayPool<>(int[]::new, array -> array.length);
  static final ArrayPool<long[]> LONGS = new ArrayPool<>(long[]::new, array -> array.length);

  /** Native memory, for bytes on their way; an array's length is in bytes. */
  static final ArrayPool<MemorySegment> NATIVE =
      new ArrayPool<>(
          bytes -> Arena.ofAuto().allocate(bytes, Long.BYTES),
          segment -> Math.toIntExact(segment.byteSize()));

  private final ConcurrentLinkedQueue<T> free = new ConcurrentLinkedQueue<>();
  private final IntFunction<T> allocate;
  private final ToIntFunction<T> length;

  private ArrayPool(IntFunction<T> allocate, ToIntFunction<T> length) {
    this.allocate = allocate;
    this.length = length;
  }

  /** An array of at least {@code minimum} elements with any contents. */
  T take(int minimum) {
    T array = free.poll();
    return array != null && length.applyAsInt(array) >= minimum ? array : allocate.apply(minimum);
  }

  void give(T array) {
    free.add(array);
  }
}
