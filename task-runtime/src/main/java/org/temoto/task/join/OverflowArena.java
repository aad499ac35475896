package org.temoto.task.join;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Channel;

/**
 * The overflow buffers of one PE: first fit in a fixed part of its symmetric heap, after which is a
 * reserve for outcomes. A PE that reads a buffer frees it by one atomic of the transport, wherever
 * it runs; the owner finds that out when it needs room. Thread-safe; the lock is never held across
 * an operation of the transport.
 */
public final class OverflowArena {
  /** Result of {@link #allocate} when there is no room at present; no buffer stands at 0. */
  public static final long NONE = 0;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** A buffer: [{@code offset}, {@code end}) of the heap. */
  private static final class Buffer {
    final long offset;
    final long end;

    /** True if it may stay until an outcome is told that wants room. */
    final boolean lasting;

    /** True if the freed word has been set to "in use": before, it holds what was there. */
    volatile boolean armed;

    Buffer(long offset, long end, boolean lasting) {
      this.offset = offset;
      this.end = end;
      this.lasting = lasting;
    }
  }

  private final MemorySegment heap;
  private final int rank;
  private final long start;
  private final long end;
  private final long reserve;
  private final List<Buffer> buffers = new ArrayList<>(); // ascending by offset

  /**
   * The arena in [{@code start}, {@code start + bytes + reserve}) of {@code heap}, which is that of
   * PE {@code rank}.
   */
  public OverflowArena(MemorySegment heap, int rank, long start, long bytes, long reserve) {
    this.heap = heap;
    this.rank = rank;
    this.start = start;
    this.end = start + bytes;
    this.reserve = reserve;
  }

  /** The largest payload that can ever be held, in bytes. */
  public long capacity() {
    return end - start - OverflowLayout.PAYLOAD;
  }

  /**
   * A buffer for {@code payload} bytes of a task.
   *
   * @param lasting true if the task waits for others, and may stay until they are told
   * @param channel of the caller, to mark the buffer as in use
   * @return its offset, or {@link #NONE}
   */
  public long allocate(long payload, boolean lasting, Channel channel) {
    return allocate(payload, end, lasting, channel);
  }

  /** The same for what can be left out, which gets no more than half of the arena. */
  public long allocateBeside(long payload, Channel channel) {
    return allocate(payload, start + (end - start) / 2, true, channel);
  }

  /**
   * The same for an outcome, which may be in the reserve.
   *
   * @param lasting true if it is read only when other tasks have ended
   */
  public long allocateForOutcome(long payload, boolean lasting, Channel channel) {
    return allocate(payload, end + reserve, lasting, channel);
  }

  private long allocate(long payload, long limit, boolean lasting, Channel channel) {
    Buffer buffer = reserve(OverflowLayout.bytes(payload), limit, lasting);
    if (buffer == null) {
      return NONE;
    }
    // mutant: early-arm
    // a fetching atomic: complete on return
    channel.swap(rank, buffer.offset + OverflowLayout.FREED, 0);
    buffer.armed = true;
    return buffer.offset;
  }

  private synchronized Buffer reserve(long bytes, long limit, boolean lasting) {
    buffers.removeIf(this::isFreed);
    long at = start;
    int index = 0;
    while (index < buffers.size() && buffers.get(index).offset - at < bytes) {
      at = buffers.get(index).end;
      index++;
    }
    if (limit - at < bytes) {
      return null;
    }
    Buffer buffer = new Buffer(at, at + bytes, lasting);
    buffers.add(index, buffer);
    return buffer;
  }

  /**
   * Tells whether there is room for an outcome of {@code payload} bytes once all buffers are free
   * but those that may stay until it is told.
   */
  public boolean hasRoomBesideLasting(long payload) {
    return hasRoomBesideLasting(payload, end + reserve);
  }

  /** The same for a task. */
  public boolean hasRoomForTaskBesideLasting(long payload) {
    return hasRoomBesideLasting(payload, end);
  }

  private synchronized boolean hasRoomBesideLasting(long payload, long limit) {
    buffers.removeIf(this::isFreed);
    long bytes = OverflowLayout.bytes(payload);
    long at = start;
    for (Buffer each : buffers) {
      if (each.lasting && each.offset - at >= bytes) {
        return true;
      }
      at = each.lasting ? each.end : at;
    }
    return limit - at >= bytes;
  }

  /** Frees a buffer that no other PE has seen. */
  public synchronized void release(long offset) {
    buffers.removeIf(each -> each.offset == offset);
  }

  /** The number of buffers that have not been freed. */
  public synchronized int inUse() {
    buffers.removeIf(this::isFreed);
    return buffers.size();
  }

  private boolean isFreed(Buffer buffer) {
    // acquire: read there before written here
    return buffer.armed
        && (long) LONG.getAcquire(heap, buffer.offset + OverflowLayout.FREED) == OverflowLayout.YES;
  }

  /**
   * Frees the buffer of PE {@code pe} at {@code offset}, whose bytes the caller has got; need not
   * be complete on return.
   */
  public static void free(Channel channel, int pe, long offset) {
    channel.set(pe, offset + OverflowLayout.FREED, OverflowLayout.YES);
  }
}
