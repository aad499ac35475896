package org.temoto.gas.heap;

import java.util.BitSet;
import java.util.stream.LongStream;

/**
 * Blocks of one size class side by side, and which of them are allocated. Guarded by the monitor of
 * its class.
 */
final class Chunk {
  /** Bytes; larger blocks take several chunks each. */
  static final int BYTES = 64 << 10;

  final int index;
  final int sizeClass;
  private final int capacity;
  private final long[] allocated;
  private int count;

  /** No block is free in the words of {@link #allocated} before. */
  private int firstFree;

  /** True if it has been given back to the arena, empty. */
  boolean retired;

  Chunk(int index, int sizeClass) {
    this.index = index;
    this.sizeClass = sizeClass;
    this.capacity = (int) Math.max(1, BYTES / SizeClass.size(sizeClass));
    this.allocated = new long[(capacity + Long.SIZE - 1) / Long.SIZE];
    if (capacity % Long.SIZE != 0) { // blocks that are not there are never free
      allocated[allocated.length - 1] = -1L << capacity % Long.SIZE;
    }
  }

  boolean isFull() {
    return count == capacity;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /**
   * Takes a block of the chunk, which is not full; returns the place in the arena where it begins.
   */
  long take() {
    while (allocated[firstFree] == -1L) {
      firstFree++;
    }
    int bit = Long.numberOfTrailingZeros(~allocated[firstFree]);
    allocated[firstFree] |= 1L << bit;
    count++;
    return place(firstFree * Long.SIZE + bit);
  }

  /** The places in the arena where the allocated blocks begin, in order. */
  LongStream allocated() {
    return BitSet.valueOf(allocated).stream()
        .limit(count) // after those come the ones that are not there
        .mapToLong(this::place);
  }

  private long place(int block) {
    return (long) index * BYTES + block * SizeClass.size(sizeClass);
  }

  /** Tells whether a block that begins at {@code place} of the arena is allocated. */
  boolean isAllocated(long place) {
    return allocatedAt(place) >= 0;
  }

  /** The number of the allocated block that begins at {@code place} of the arena, or -1. */
  private int allocatedAt(long place) {
    long within = place - (long) index * BYTES;
    long block = within / SizeClass.size(sizeClass);
    boolean isThere =
        block * SizeClass.size(sizeClass) == within
            && block < capacity
            && (allocated[(int) (block / Long.SIZE)] & 1L << block % Long.SIZE) != 0;
    return isThere ? (int) block : -1;
  }

  /** Frees the block at {@code place} of the arena; whether one was allocated there. */
  boolean free(long place) {
    int block = allocatedAt(place);
    if (block < 0) {
      return false;
    }
    int word = block / Long.SIZE;
    allocated[word] &= ~(1L << block % Long.SIZE);
    count--;
    firstFree = Math.min(firstFree, word);
    return true;
  }
}
