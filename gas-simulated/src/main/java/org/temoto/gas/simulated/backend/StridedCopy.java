package org.temoto.gas.simulated.backend;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import org.temoto.gas.spi.RawMemory;

/**
 * Bytes to move between a heap and local memory: {@code count} blocks of {@code blockBytes}, each
 * side advancing by its stride from block to block; a contiguous transfer is one block. A position
 * counts the bytes of all blocks, without gaps.
 *
 * @param remote address in the heap
 * @param local address in the issuer's memory
 * @param owner what keeps the local memory reachable until the transfer is complete
 */
record StridedCopy(
    Direction direction,
    long remote,
    long remoteStride,
    long local,
    long localStride,
    long blockBytes,
    long count,
    Object owner) {
  /** Direction in which bytes move. */
  enum Direction {
    /** From the heap. */
    GET,
    /** To the heap. */
    PUT
  }

  static StridedCopy contiguous(
      Direction direction, long remote, long local, long bytes, Object owner) {
    return new StridedCopy(direction, remote, 0, local, 0, bytes, 1, owner);
  }

  boolean isPut() {
    return direction == Direction.PUT;
  }

  long bytes() {
    return blockBytes * count;
  }

  /**
   * The first position at or after {@code position} where the transfer may be cut: between words if
   * it moves nothing but aligned words, else anywhere, as a processor's copies of bytes are.
   */
  long cutAfter(long position) {
    long all = remote | remoteStride | local | localStride | blockBytes;
    return Math.min(
        all == RawMemory.alignDown(all) ? RawMemory.alignUp(position) : position, bytes());
  }

  /** Moves the bytes at positions from {@code from} to before {@code to}. */
  void move(long from, long to) {
    try {
      long position = from;
      while (position < to) {
        long block = position / blockBytes;
        long at = position % blockBytes;
        long bytes = Math.min(blockBytes - at, to - position);
        moveBytes(remote + block * remoteStride + at, local + block * localStride + at, bytes);
        position += bytes;
      }
    } finally {
      Reference.reachabilityFence(owner); // the addresses alone do not keep its memory
    }
  }

  private void moveBytes(long remoteAt, long localAt, long bytes) {
    if (isPut()) {
      put(localAt, remoteAt, bytes);
    } else {
      get(remoteAt, localAt, bytes);
    }
  }

  /** Copies to a heap. */
  static void put(long local, long remote, long bytes) {
    // Release: what was delivered before must not be seen later than this, for a reader that polls
    // these bytes.
    VarHandle.releaseFence();
    RawMemory.copy(local, remote, bytes);
  }

  /** Copies from a heap. */
  static void get(long remote, long local, long bytes) {
    RawMemory.copy(remote, local, bytes);
    // Acquire: if these bytes are a flag, what is read after them is at least as new.
    VarHandle.acquireFence();
  }
}
