package org.temoto.task.pattern.sort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * Arrays and native memory that tasks work in, kept for the next ones, for fresh memory costs its
 * zeroing. Thread-safe; keeps as many arrays as were in use at once, and of these so many bytes at
 * most, beyond which the smallest are left to the collector: they are made anew soonest.
 */
final class ArrayPool<T> {
  /**
   * Most bytes of each kind, by the size of the Java heap: leaves of large sorts are larger than
   * all that a fixed number would allow.
   */
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;

  /**
   * Divisor of what is asked for: at most that part is added, so that tasks like each other share.
   */
  private static final int SHARE_ADDED = 8;

  /** On the Java heap: the JDK's vectorized sorts exist for its arrays only. */
  static final ArrayPool<int[]> INTS =
      new ArrayPool<>(int[]::new, array -> array.length, Integer.BYTES, MOST_BYTES);

  /** As {@link #INTS}. */
  static final ArrayPool<long[]> LONGS =
      new ArrayPool<>(long[]::new, array -> array.length, Long.BYTES, MOST_BYTES);

  /** Native memory, for bytes on their way; an array's length is in bytes. */
  static final ArrayPool<MemorySegment> NATIVE =
      new ArrayPool<>(
          bytes -> Arena.ofAuto().allocate(bytes, Long.BYTES),
          segment -> Math.toIntExact(segment.byteSize()),
          Byte.BYTES,
          MOST_BYTES);

  /** By length, ascending; of equal ones the last that was given comes first. Guarded by this. */
  private final List<T> free = new ArrayList<>();

  /** Bytes of all that are free. Guarded by this. */
  private long keptBytes;

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

  /**
   * An array of at least {@code minimum} elements with any contents: the shortest that there is.
   */
  T take(int minimum) {
    T array = poll(minimum);
    return array != null ? array : allocate.apply(roundedUp(minimum));
  }

  private synchronized T poll(int minimum) {
    int place = place(minimum);
    if (place == free.size()) {
      return null;
    }
    T array = free.remove(place);
    keptBytes -= bytes(array);
    return array;
  }

  /** Takes back what {@link #take} gave and is not used any more. */
  synchronized void give(T array) {
    if (bytes(array) > mostBytes) {
      return;
    }
    free.add(place(length.applyAsInt(array)), array);
    keptBytes += bytes(array);
    while (keptBytes > mostBytes) {
      keptBytes -= bytes(free.removeFirst());
    }
  }

  /** Place of the first free array that has {@code minimum} elements, or behind all. */
  private int place(int minimum) {
    int low = 0;
    int high = free.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (length.applyAsInt(free.get(middle)) < minimum) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Rounds {@code minimum} up, unless that is too long for an array. */
  private static int roundedUp(int minimum) {
    int step = Math.max(1, Integer.highestOneBit(minimum) / SHARE_ADDED);
    return minimum > Integer.MAX_VALUE - 2 * step ? minimum : Math.ceilDiv(minimum, step) * step;
  }

  private long bytes(T array) {
    return (long) length.applyAsInt(array) * elementBytes;
  }
}
