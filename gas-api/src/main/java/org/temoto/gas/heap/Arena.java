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

  /** The chunks that may be used: those before it. */
  private int limit;

  Arena(long bytes) {
    this(bytes, Math.toIntExact(bytes / Chunk.BYTES));
  }

  /** Allocator of so many bytes, of which it may use the first {@code limit} chunks. */
  Arena(long bytes, int limit) {
    this.chunks = Math.toIntExact(bytes / Chunk.BYTES);
    this.limit = limit;
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

  /**
   * Allocates a block and returns the place where it begins; {@link #NONE} if there is no room but
   * what bins keep for their next block, as {@link #allocateTrimmed} does not let them.
   */
  long allocate(int sizeClass) {
    return sizeClass < bins.length ? bins[sizeClass].allocate() : NONE;
  }

  /** Allocates a block and returns the place where it begins; {@link #NONE} if there is no room. */
  long allocateTrimmed(int sizeClass) {
    for (Bin bin : bins) {
      bin.trim();
    }
    return allocate(sizeClass);
  }

  /** The chunks that a block takes, one at least. */
  static int chunks(int sizeClass) {
    return Math.toIntExact(Math.ceilDiv(SizeClass.size(sizeClass), Chunk.BYTES));
  }

  synchronized int limit() {
    return limit;
  }

  /** Lets it use the first {@code to} chunks, unless a strand has let it use more. */
  synchronized void raise(int to) {
    limit = Math.max(limit, to);
  }

  /** Frees a block; whether one of that class was allocated there. */
  boolean free(long place, int sizeClass) {
    return sizeClass >= 0 && sizeClass < bins.length && bins[sizeClass].free(place);
  }

  /** Tells whether a block of that class is allocated there. */
  boolean isAllocated(long place, int sizeClass) {
    return sizeClass >= 0 && sizeClass < bins.length && bins[sizeClass].isAllocated(place);
  }

  int sizeClasses() {
    return bins.length;
  }

  /** The places where the allocated blocks of a class begin. */
  long[] allocated(int sizeClass) {
    return bins[sizeClass].allocated();
  }

  /** In bytes. */
  long capacity() {
    return (long) chunks * Chunk.BYTES;
  }

  long blocks() {
    return Arrays.stream(bins).mapToLong(Bin::count).sum();
  }

  /** Of the allocated blocks. */
  long bytes() {
    return Arrays.stream(bins).mapToLong(bin -> bin.count() * SizeClass.size(bin.sizeClass)).sum();
  }

  /** The first of so many free chunks in a row; -1 if there are not as many. */
  private synchronized int takeChunks(int count) {
    for (int from = taken.nextClearBit(lowestFree); from <= limit - count; ) {
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
      this.chunksEach = chunks(sizeClass);
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

    synchronized boolean isAllocated(long place) {
      Chunk chunk = chunk(place);
      return chunk != null && chunk.isAllocated(place);
    }

    /** The chunk of this class that is there, or null. */
    private Chunk chunk(long place) {
      int index = (int) (place / Chunk.BYTES);
      Chunk chunk = index < chunks ? chunkAt[index] : null;
      return chunk != null && chunk.sizeClass == sizeClass ? chunk : null;
    }

    synchronized boolean free(long place) {
      Chunk chunk = chunk(place);
      if (chunk == null) {
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
