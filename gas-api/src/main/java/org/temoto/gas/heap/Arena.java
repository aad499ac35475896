package org.temoto.gas.heap;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Allocator of one PE's part of a heap, for the strands of that PE. It says only where blocks are;
 * it does not touch them.
 *
 * <p>Monitors are taken in one order, that of a class before that of the chunks, and nothing waits
 * or communicates under them: strands that take turns never stop there.
 */
final class Arena {
  static final long NONE = -1;

  private final int chunks;
  private final Bin[] bins;
  private final Chunk[] chunkAt;
  private final BitSet taken = new BitSet();
  private int lowestFree;

  Arena(long bytes) {
    chunks = Math.toIntExact(bytes / Chunk.BYTES);
    chunkAt = new Chunk[chunks];
    bins = new Bin[SizeClass.of(bytes) + 1];
    for (int i = 0; i < bins.length; i++) {
      bins[i] = new Bin(i);
    }
  }

  /**
   * Allocates a block and returns the place where it begins; {@link #NONE} if its class has no
   * chunk with a free block.
   */
  long allocateInHand(int sizeClass) {
    return sizeClass < bins.length ? bins[sizeClass].allocateInHand() : NONE;
  }

  /** Allocates a block and returns the place where it begins; {@link #NONE} if there is no room. */
  long allocate(int sizeClass) {
    if (sizeClass >= bins.length) {
      return NONE;
    }
    long place = bins[sizeClass].allocate();
    if (place == NONE) {
      for (Bin bin : bins) {
        bin.trim();
      }
      place = bins[sizeClass].allocate();
    }
    return place;
  }

  /** Frees a block; whether one of that class was allocated there. */
  boolean free(long place, int sizeClass) {
    return sizeClass >= 0 && sizeClass < bins.length && bins[sizeClass].free(place);
  }

  int sizeClasses() {
    return bins.length;
  }

  /** The places where the allocated blocks of a class begin. */
  long[] allocated(int sizeClass) {
    return bins[sizeClass].allocated();
  }

  GlobalHeap.Usage usage() {
    long blocks = 0;
    long bytes = 0;
    for (Bin bin : bins) {
      long count = bin.count();
      blocks += count;
      bytes += count * SizeClass.size(bin.sizeClass);
    }
    return new GlobalHeap.Usage(blocks, bytes, (long) chunks * Chunk.BYTES);
  }

  /** The first of so many free chunks in a row; -1 if there are not as many. */
  private synchronized int takeChunks(int count) {
    for (int from = taken.nextClearBit(lowestFree); from <= chunks - count; ) {
      int next = taken.nextSetBit(from);
      if (next < 0 || next - from >= count) {
        taken.set(from, from + count);
        if (from == lowestFree) {
          lowestFree = from + count;
        }
        return from;
      }
      from = taken.nextClearBit(next);
    }
    return -1;
  }

  private synchronized void giveBack(int from, int count) {
    taken.clear(from, from + count);
    lowestFree = Math.min(lowestFree, from);
  }

  /** The blocks of one size class. */
  private final class Bin {
    private final int sizeClass;
    private final int chunksEach;
    private final ArrayDeque<Chunk> partial = new ArrayDeque<>();
    private Chunk current;
    private long count;

    Bin(int sizeClass) {
      this.sizeClass = sizeClass;
      this.chunksEach = Math.toIntExact(Math.ceilDiv(SizeClass.size(sizeClass), Chunk.BYTES));
    }

    synchronized long allocateInHand() {
      while (current == null || current.isFull() || current.retired) {
        current = partial.poll();
        if (current == null) {
          return NONE;
        }
      }
      count++;
      return current.take();
    }

    synchronized long allocate() {
      long place = allocateInHand();
      if (place != NONE) {
        return place;
      }
      int index = takeChunks(chunksEach);
      if (index < 0) {
        return NONE;
      }
      current = new Chunk(index, sizeClass);
      chunkAt[index] = current;
      count++;
      return current.take();
    }

    synchronized boolean free(long place) {
      int index = (int) (place / Chunk.BYTES);
      Chunk chunk = index < chunks ? chunkAt[index] : null;
      if (chunk == null || chunk.sizeClass != sizeClass) {
        return false;
      }
      boolean wasFull = chunk.isFull();
      if (!chunk.free(place)) {
        return false;
      }
      count--;
      if (chunk.isEmpty() && (chunk != current || chunksEach > 1)) {
        retire(chunk);
      } else if (wasFull && chunk != current) {
        partial.add(chunk);
      }
      return true;
    }

    synchronized long[] allocated() {
      if (count == 0) {
        return new long[0];
      }
      return Arrays.stream(chunkAt)
          .filter(chunk -> chunk != null && chunk.sizeClass == sizeClass)
          .flatMapToLong(Chunk::allocated)
          .toArray();
    }

    private void retire(Chunk chunk) {
      if (chunk == current) {
        current = null;
      }
      chunk.retired = true;
      chunkAt[chunk.index] = null;
      giveBack(chunk.index, chunksEach);
    }

    /** Gives back the chunk that it keeps for the next block, if that is empty. */
    synchronized void trim() {
      if (current != null && current.isEmpty()) {
        retire(current);
      }
    }

    synchronized long count() {
      return count;
    }
  }
}
