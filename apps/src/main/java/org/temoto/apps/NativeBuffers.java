package org.temoto.apps;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pool of native memory that tasks work in, kept for the next ones, for fresh memory costs its
 * zeroing. Thread-safe; keeps at most a sixteenth of what the Java heap may have.
 */
public final class NativeBuffers {
  /**
   * Divisor of the bytes that are asked for: at most this part is added, so that tasks like each
   * other share.
   */
  private static final int SHARE_ADDED = 8;

  private static final long MOST_KEPT = Runtime.getRuntime().maxMemory() / 16;
  private static final AtomicLong KEPT = new AtomicLong();

  private static final Map<Long, Queue<MemorySegment>> FREE = new ConcurrentHashMap<>();

  private NativeBuffers() {}

  /** A buffer of at least {@code bytes} with any contents. */
  public static MemorySegment take(long bytes) {
    long step = Math.max(Long.BYTES, Long.highestOneBit(bytes) / SHARE_ADDED);
    long size = Math.ceilDiv(bytes, step) * step;
    MemorySegment free = free(size).poll();
    if (free == null) {
      return Arena.ofAuto().allocate(size, Long.BYTES);
    }
    KEPT.addAndGet(-size);
    return free;
  }

  /** Takes back what {@link #take} gave and is not used any more. */
  public static void give(MemorySegment buffer) {
    if (KEPT.addAndGet(buffer.byteSize()) > MOST_KEPT) {
      KEPT.addAndGet(-buffer.byteSize());
    } else {
      free(buffer.byteSize()).add(buffer);
    }
  }

  private static Queue<MemorySegment> free(long size) {
    return FREE.computeIfAbsent(size, _ -> new ConcurrentLinkedQueue<>());
  }
}
