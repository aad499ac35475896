package org.temoto.gas.shmem;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import org.temoto.gas.spi.local.Turn;

/**
 * Dissemination barrier over words of the PEs (Hensgen, Finkel and Manber 1988): in round k a PE
 * tells the one 2^k further and waits to be told. OpenSHMEM's own barrier cannot be left when a PE
 * has failed; this one ends when {@code waiting} throws. Words only grow, so a barrier that was
 * left needs no clearing.
 */
final class DisseminationBarrier {
  /** Looks of a PE without a core of its own before it yields or naps. */
  private static final int SPINS = 200;

  /** A PE that naps notices the last one up to 50 us late; so it spins several times as long. */
  private static final long SPIN_NANOS = 300_000;

  /** Bits of a word that tag it; the others are the meeting's number. */
  static final int TAG_BITS = 6;

  static final int MOST_TAG = (1 << TAG_BITS) - 1;

  private final Control control;
  private final int rank;
  private final int count;
  private final LongUnaryOperator wordOfRound;
  private final Runnable waiting;
  private final BooleanSupplier hasCore;

  /**
   * @param waiting is called again and again while a PE waits
   * @param hasCore whether a thread that spins takes no core from others
   */
  DisseminationBarrier(
      Control control,
      int rank,
      int count,
      LongUnaryOperator wordOfRound,
      Runnable waiting,
      BooleanSupplier hasCore) {
    this.control = control;
    this.rank = rank;
    this.count = count;
    this.wordOfRound = wordOfRound;
    this.waiting = waiting;
    this.hasCore = hasCore;
  }

  /** Function for a PE that comes with another tag than this one; has to throw. */
  interface Disagreement {
    void with(int pe, int tag);
  }

  /** Returns when all PEs have come with {@code number}, which grows from meeting to meeting. */
  void await(long number) {
    await(
        number,
        0,
        (pe, tag) -> {
          throw new IllegalStateException("PE " + pe + " has come with a tag, " + tag);
        });
  }

  /**
   * As {@link #await(long)}, with the tag that all others have to come with, at most {@value
   * #MOST_TAG}. It is a part of the words, and compared in every round before this PE tells the
   * next: so no PE leaves a meeting where two tags differ, for what each has heard of all others
   * has come through PEs that had the same. A word that is of a later meeting already tells of a PE
   * that has left this one.
   */
  void await(long number, int tag, Disagreement disagreement) {
    VarHandle.releaseFence(); // release: a PE that has met this one sees what it wrote
    long mine = number << TAG_BITS | tag;
    int round = 0;
    for (int distance = 1; distance < count; distance <<= 1) {
      long word = wordOfRound.applyAsLong(round++);
      control.set((rank + distance) % count, word, mine);
      long theirs = awaitWord(word, number);
      if (theirs != mine && theirs >>> TAG_BITS == number) {
        disagreement.with((rank - distance + count) % count, (int) (theirs & MOST_TAG));
      }
    }
  }

  private long awaitWord(long word, long number) {
    long found = control.own(word);
    long start = 0;
    for (long tries = 1; found >>> TAG_BITS < number; tries++) {
      waiting.run();
      if (tries == SPINS) {
        start = System.nanoTime();
      }
      if (tries < SPINS || System.nanoTime() - start < SPIN_NANOS && hasCore.getAsBoolean()) {
        Thread.onSpinWait();
      } else if (!Turn.OF_PROCESS.yields()) {
        LockSupport.parkNanos(this, Turn.NAP_NANOS);
      }
      found = control.own(word);
    }
    return found;
  }
}
