package org.temoto.task.pattern.sort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * Arrays that leaves work in, kept for the next leaf: the JDK's vectorized sort exists for heap
 * arrays only, and fresh ones cost their zeroing. Thread-safe; keeps as many arrays as were in use
 * at once, and of these so many bytes at most, beyond which they are left to the collector.
 */
final class ArrayPool<T> {
  /**
   * Of each kind, by the size of the Java heap: leaves of large sorts are larger than all that a
   * fixed number would allow.
   */
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;

  static final ArrayPool<int[]> INTS =
      new ArrayPool<>(int[]::new, array -> array.length, Integer.BYTES, MOST_BYTES);
  static final ArrayPool<long[]> LONGS =
      new ArrayPool<>(long[]::new, array -> array.length, Long.BYTES, MOST_BYTES);

  /** Native memory, for bytes on their way; an array's length is in bytes. */
  static final ArrayPool<MemorySegment> NATIVE =
      new ArrayPool<>(
          bytes -> Arena.ofAuto().allocate(bytes, Long.BYTES),
          segment -> Math.toIntExact(segment.byteSize()),
          Byte.BYTES,
          MOST_BYTES);

  private final ConcurrentLinkedQueue<T> free = new ConcurrentLinkedQueue<>();
  private final AtomicLong keptBytes = new AtomicLong();
  private final IntFunction<T> allocate;
  private final ToIntFunction<T> length;
  private final int elementBytes;
  private final long mostBytes;

  ArrayPool(IntFunction<T> allocate, ToIntFunction<T> length, int elementBytes, long mostBytes) {
    this.allocate = allocate;
    this.length = length;
    this.elementBytes = elementBytes;
    this.mostBytes = mostBytes;
  }

  /** An array of at least {@code minimum} elements with any contents. */
  T take(int minimum) {
    T array = free.poll();
    if (array != null) {
      keptBytes.addAndGet(-bytes(array));
    }
    return array != null && length.applyAsInt(array) >= minimum ? array : allocate.apply(minimum);
  }

  void give(T array) {
    if (keptBytes.addAndGet(bytes(array)) <= mostBytes) {
      free.add(array);
    } else {
      keptBytes.addAndGet(-bytes(array));
    }
  }

  private long bytes(T array) {
    return (long) length.applyAsInt(array) * elementBytes;
  }
}
