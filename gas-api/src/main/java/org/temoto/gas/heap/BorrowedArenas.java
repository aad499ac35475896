package org.temoto.gas.heap;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjLongConsumer;

/**
 * Allocators of what a PE has borrowed of the arenas of others. Thread-safe; what begins with
 * {@code allocate} returns an offset in the memory, or {@link Arena#NONE}.
 */
final class BorrowedArenas {
  private final Lots lots;
  private final int self;
  private final int pes;
  private final long arenaBytes;

  /** By where in the memory they begin. */
  private final ConcurrentSkipListMap<Long, Arena> all = new ConcurrentSkipListMap<>();

  /** By size class, the one that had room last. */
  private final AtomicReferenceArray<Map.Entry<Long, Arena>> hints;

  /**
   * Strands that borrow of a PE that had enough lots: what they get is in {@link #all} before they
   * are counted out. As lots only get fewer, no strand is counted for ever.
   */
  private final AtomicInteger borrowing = new AtomicInteger();

  /** Their number. Volatile: strands that find no room look whether there are more. */
  private volatile int count;

  BorrowedArenas(Lots lots, int self, int pes, long arenaBytes, int sizeClasses) {
    this.lots = lots;
    this.self = self;
    this.pes = pes;
    this.arenaBytes = arenaBytes;
    this.hints = new AtomicReferenceArray<>(sizeClasses);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Allocates where there was room last, if that has a block in hand. */
  long allocateInHand(int sizeClass) {
    Map.Entry<Long, Arena> hint = hints.get(sizeClass);
    long place = hint == null ? Arena.NONE : hint.getValue().allocateInHand(sizeClass);
    return place == Arena.NONE ? Arena.NONE : hint.getKey() + place;
  }

  /** Allocates a block that an arena can hold, and borrows for it what others can lend. */
  long allocate(int sizeClass) {
    while (true) {
      int known = count;
      long offset = find(sizeClass);
      offset = offset == Arena.NONE ? borrow(sizeClass) : offset;
      offset = offset == Arena.NONE ? findTrimmed(sizeClass) : offset;
      if (offset != Arena.NONE || borrowing.get() == 0 && count == known) {
        return offset;
      }
      Thread.yield(); // another strand may have borrowed just what is wanted
    }
  }

  private long find(int sizeClass) {
    for (Map.Entry<Long, Arena> loan : all.entrySet()) {
      long place = loan.getValue().allocate(sizeClass);
      if (place != Arena.NONE) {
        hints.set(sizeClass, loan);
        return loan.getKey() + place;
      }
    }
    return Arena.NONE;
  }

  private long findTrimmed(int sizeClass) {
    for (Map.Entry<Long, Arena> loan : all.entrySet()) {
      long place = loan.getValue().allocateTrimmed(sizeClass);
      if (place != Arena.NONE) {
        return loan.getKey() + place;
      }
    }
    return Arena.NONE;
  }

  private long borrow(int sizeClass) {
    for (int i = 1; i < pes; i++) {
      int pe = (self + i) % pes;
      // Not counted: strands that only ask would wait for each other for ever.
      if (lots.canBorrow(pe, Arena.chunks(sizeClass))) {
        long offset = borrow(sizeClass, pe);
        if (offset != Arena.NONE) {
          return offset;
        }
      }
    }
    return Arena.NONE;
  }

  private long borrow(int sizeClass, int pe) {
    borrowing.incrementAndGet();
    try {
      Lots.Loan chunks = lots.borrow(pe, Arena.chunks(sizeClass));
      if (chunks == null) { // another strand or PE was first
        return Arena.NONE;
      }
      Arena arena = new Arena((long) (chunks.to() - chunks.from()) * Chunk.BYTES);
      long place = arena.allocate(sizeClass); // before other strands find it
      long from = pe * arenaBytes + (long) chunks.from() * Chunk.BYTES;
      add(from, arena);
      hints.set(sizeClass, Map.entry(from, arena));
      return from + place;
    } finally {
      borrowing.decrementAndGet();
    }
  }

  private synchronized void add(long from, Arena arena) {
    all.put(from, arena);
    count++;
  }

  /** Frees a block; whether one of that class was allocated there. */
  boolean free(long offset, int sizeClass) {
    Map.Entry<Long, Arena> loan = all.floorEntry(offset);
    return loan != null && loan.getValue().free(offset - loan.getKey(), sizeClass);
  }

  /** Tells whether a block of that class is allocated there. */
  boolean isAllocated(long offset, int sizeClass) {
    Map.Entry<Long, Arena> loan = all.floorEntry(offset);
    return loan != null && loan.getValue().isAllocated(offset - loan.getKey(), sizeClass);
  }

  /** Hands over each allocator with where in the memory it begins. */
  void forEach(ObjLongConsumer<Arena> to) {
    all.forEach((from, arena) -> to.accept(arena, from));
  }
}
