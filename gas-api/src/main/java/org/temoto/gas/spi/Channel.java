package org.temoto.gas.spi;

import java.lang.foreign.MemorySegment;

/**
 * One stream of one-sided operations on the symmetric heaps. Any strand of the PE may call any
 * method; calls of several strands on one channel are serialized by it, so a release can quiet
 * every channel of its PE.
 *
 * <p>Offsets are bytes from the start of the target's heap. Local memory is named by segment and
 * byte offset and must be native. A {@code get} or {@code put} of nothing but aligned 8-byte words,
 * with both sides aligned and a length and strides of whole words, does not tear them: each is as
 * it was at one moment. Nothing else is promised about concurrent access; a library may copy bytes
 * that are not aligned alike in pieces of any size, which have been seen to split words. {@code
 * NonBlocking} operations and {@link #add}, {@link #set} are complete only after {@link #quiet};
 * until then their local buffers belong to the channel. A blocking {@code put} returns when its
 * buffer may be reused, which is not when the target has the bytes.
 */
public interface Channel extends RemoteWords, AutoCloseable {
  void get(int pe, long offset, MemorySegment to, long toOffset, long bytes);

  default void getNonBlocking(int pe, long offset, MemorySegment to, long toOffset, long bytes) {
    getStridedNonBlocking(pe, offset, bytes, to, toOffset, bytes, bytes, 1);
  }

  void put(int pe, long offset, MemorySegment from, long fromOffset, long bytes);

  default void putNonBlocking(
      int pe, long offset, MemorySegment from, long fromOffset, long bytes) {
    putStridedNonBlocking(pe, offset, bytes, from, fromOffset, bytes, bytes, 1);
  }

  /**
   * Gets {@code count} blocks of {@code blockBytes}; both sides advance by their stride, in bytes,
   * from block to block.
   */
  void getStridedNonBlocking(
      int pe,
      long offset,
      long stride,
      MemorySegment to,
      long toOffset,
      long toStride,
      long blockBytes,
      long count);

  /**
   * Puts {@code count} blocks of {@code blockBytes}; both sides advance by their stride, in bytes,
   * from block to block.
   */
  void putStridedNonBlocking(
      int pe,
      long offset,
      long stride,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      long blockBytes,
      long count);

  /**
   * Charges the network model with a transfer of {@code bytes} to or from {@code pe} whose bytes
   * need not move because both sides are the same memory (identity buffers). A real network does
   * nothing here.
   */
  void touch(int pe, long bytes);

  /**
   * Orders puts and atomics to each PE: puts, {@link #set} and {@link #add} before it arrive before
   * any put or atomic after it. Gets are not ordered.
   */
  void fence();

  /**
   * Tells whether local buffers of non-blocking puts and gets still belong to the channel, as far
   * as can be told without waiting: true if in doubt.
   */
  boolean holdsBuffers();

  /** Returns when all operations of this channel are complete, here and at their targets. */
  void quiet();

  /** Completes everything and closes the channel; its later use is an error. */
  @Override
  void close();
}
