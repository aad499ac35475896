package org.temoto.gas.shmem;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import org.temoto.gas.spi.local.Turn;

/**
 * A dissemination barrier over words of the PEs (Hensgen, Finkel and Manber 1988): in round k a PE
 * tells the one 2^k further and waits to be told. OpenSHMEM's own barrier cannot be left when a PE
 * has failed; this one ends when {@code waiting} throws. Words only grow, so a barrier that was
 * left needs no clearing.
 */
final class Meeting {
  private static final int SPINS = 200;

  private final Control control;
  private final int rank;
  private final int count;
  private final LongUnaryOperator wordOfRound;
  private final Runnable waiting;

  /**
   * @param waiting is called again and again while a PE waits
   */
  Meeting(Control control, int rank, int count, LongUnaryOperator wordOfRound, Runnable waiting) {
    this.control = control;
    this.rank = rank;
    this.count = count;
    this.wordOfRound = wordOfRound;
    this.waiting = waiting;
  }

  /** Returns when all PEs have come with {@code number}, which grows from meeting to meeting. */
  void await(long number) {
    VarHandle.releaseFence(); // release: who has met this PE sees what it has written before
    int round = 0;
    for (int distance = 1; distance < count; distance <<= 1) {
      long word = wordOfRound.applyAsLong(round++);
      control.set((rank + distance) % count, word, number);
      awaitWord(word, number);
    }
  }

  private void awaitWord(long word, long number) {
    for (int tries = 1; control.own(word) < number; tries++) {
      waiting.run();
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (!Turn.OF_PROCESS.yields()) {
        LockSupport.parkNanos(this, Turn.NAP_NANOS);
      }
    }
  }
}
