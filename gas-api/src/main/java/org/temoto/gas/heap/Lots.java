package org.temoto.gas.heap;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.SharedWords;

/**
 * Words at each PE by which its arena is shared out in lots: the PE itself takes them from the
 * beginning, others borrow them from the end. Thread-safe.
 *
 * <p>One word says how many lots the PE has taken and how many are lent, so each goes to one PE,
 * which keeps it until the heap is closed. The others say which PE has borrowed each; they are
 * written before a block of the lot has a reference, so whoever has one finds them there.
 */
final class Lots {
  /** Words of each PE. */
  static final int WORDS = 64;

  private static final int MOST = WORDS - 1;
  private static final long TAKEN = 0xFFFF_FFFFL;

  /** One of so many parts of the lots of an arena is borrowed at once, unless fewer are left. */
  private static final int PARTS = 16;

  private final SharedWords words;
  private final int self;
  private final int chunks;
  private final int lotChunks;
  private final int lots;
  private final ConcurrentHashMap<Integer, Integer> borrowers = new ConcurrentHashMap<>();

  Lots(GlobalMemory mail, long arenaBytes) {
    words = mail.words();
    self = mail.space().pe();
    chunks = Math.toIntExact(arenaBytes / Chunk.BYTES);
    lotChunks = Math.ceilDiv(chunks, MOST + 1);
    lots = mail.space().pes() == 1 ? 0 : Math.min(MOST, (chunks - 1) / lotChunks);
  }

  /** The chunks that a PE has without taking a lot. */
  int first() {
    return chunks - lots * lotChunks;
  }

  /** The chunks of this PE's arena that are not lent. No communication. */
  int own() {
    return chunks - lent(words.read(state(self))) * lotChunks;
  }

  /**
   * Takes lots of this PE's arena for so many chunks, or fewer where there are no more; returns how
   * many chunks of it are this PE's then. No communication.
   */
  int take(int count) {
    long state = words.read(state(self));
    while (true) {
      int more = Math.min(Math.ceilDiv(count, lotChunks), lots - taken(state) - lent(state));
      long found = more > 0 ? words.compareAndSwap(state(self), state, state + more) : state;
      if (found == state) {
        return first() + (taken(state) + more) * lotChunks;
      }
      state = found;
    }
  }

  /** Tells whether {@code pe} has so many chunks in a row to lend. A get. */
  boolean canBorrow(int pe, int count) {
    long state = words.read(state(pe));
    return Math.ceilDiv(count, lotChunks) <= lots - taken(state) - lent(state);
  }

  /**
   * Borrows at least so many chunks in a row of {@code pe}; null if it has not as many. A get, an
   * atomic and a put.
   */
  Loan borrow(int pe, int count) {
    int least = Math.ceilDiv(count, lotChunks);
    long state = words.read(state(pe));
    while (least <= lots - taken(state) - lent(state)) {
      int left = lots - taken(state) - lent(state);
      int more = Math.min(left, Math.max(least, lots / PARTS));
      long found = words.compareAndSwap(state(pe), state, state + ((long) more << Integer.SIZE));
      if (found == state) {
        long[] by = new long[more];
        Arrays.fill(by, self + 1L);
        words.write(state(pe) + 1 + lent(state), by);
        for (int lot = lent(state); lot < lent(state) + more; lot++) {
          borrowers.put(pe * WORDS + lot, self);
        }
        int to = chunks - lent(state) * lotChunks;
        return new Loan(to - more * lotChunks, to);
      }
      state = found;
    }
    return null;
  }

  /**
   * Chunks of another PE's arena, borrowed.
   *
   * @param from the first
   * @param to after the last
   */
  record Loan(int from, int to) {}

  /** The PE that has borrowed a chunk of {@code pe}, or -1. A get, the first time. */
  int borrower(int pe, int chunk) {
    int lot = (chunks - 1 - chunk) / lotChunks;
    if (lot >= lots) {
      return -1;
    }
    Integer known = borrowers.get(pe * WORDS + lot);
    if (known != null) {
      return known;
    }
    int by = (int) words.read(state(pe) + 1 + lot) - 1;
    if (by >= 0) { // it never changes
      borrowers.put(pe * WORDS + lot, by);
    }
    return by;
  }

  private static long state(int pe) {
    return (long) pe * Mailbox.WORDS + Mailbox.LOTS;
  }

  private static int taken(long state) {
    return (int) (state & TAKEN);
  }

  private static int lent(long state) {
    return (int) (state >>> Integer.SIZE);
  }
}
