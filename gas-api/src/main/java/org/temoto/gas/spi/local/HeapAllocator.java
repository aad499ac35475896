package org.temoto.gas.spi.local;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * First-fit allocator of offsets in a symmetric heap. The result depends on the sequence of calls
 * only, so that allocators of all PEs agree without communication. Not thread-safe.
 */
public final class HeapAllocator {
  /** Result of {@link #allocate} when nothing fits. */
  public static final long EXHAUSTED = -1;

  /** Free ranges, from offset to length: none empty, no two adjacent. */
  private final NavigableMap<Long, Long> free = new TreeMap<>();

  /** Used ranges, from offset to length. */
  private final Map<Long, Long> used = new TreeMap<>();

  public HeapAllocator(long bytes) {
    free.put(0L, bytes);
  }

  /**
   * Takes {@code bytes} at the lowest offset that fits, which is a multiple of {@code alignment}, a
   * power of two.
   */
  public long allocate(long bytes, long alignment) {
    for (Map.Entry<Long, Long> range : free.entrySet()) {
      long start = range.getKey();
      long end = start + range.getValue();
      long offset = start + alignment - 1 & -alignment;
      if (offset >= start && offset <= end && bytes <= end - offset) {
        take(start, end, offset, bytes);
        return offset;
      }
    }
    return EXHAUSTED;
  }

  private void take(long start, long end, long offset, long bytes) {
    free.remove(start);
    putFree(start, offset - start);
    putFree(offset + bytes, end - offset - bytes);
    used.put(offset, bytes);
  }

  private void putFree(long offset, long bytes) {
    if (bytes > 0) {
      free.put(offset, bytes);
    }
  }

  /** Gives back what {@link #allocate} returned; false if it did not. */
  public boolean free(long offset) {
    Long bytes = used.remove(offset);
    if (bytes == null) {
      return false;
    }
    long start = offset;
    long end = offset + bytes;
    Map.Entry<Long, Long> before = free.lowerEntry(offset);
    if (before != null && before.getKey() + before.getValue() == offset) {
      start = before.getKey();
    }
    Long after = free.remove(end);
    free.put(start, (after == null ? end : end + after) - start);
    return true;
  }

  public long freeBytes() {
    return free.values().stream().mapToLong(Long::longValue).sum();
  }

  public long largestFreeRange() {
    return free.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
