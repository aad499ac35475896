package org.temoto.gas.simulated.backend;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.local.Pause;

/**
 * Barrier that holds one strand per PE until all have come. The last one wakes the others.
 * Lock-free, reusable.
 */
final class SimulatedBarrier {
  /** {@link #disagrees}: all PEs that have come make the same call. */
  static final int NOBODY = -1;

  private static final int CALL_BITS = 8;
  private static final int CALL_MASK = (1 << CALL_BITS) - 1;
  private static final int SPINS = 500;
  private static final int CROWDED_SPINS = 20;

  private final int pes;
  private final AtomicInteger arrived = new AtomicInteger();

  /** The strands that have parked, by rank. */
  private final AtomicReferenceArray<Thread> parked;

  /** The PE that came first to the round, with the round and its call: see {@link #disagrees}. */
  private final AtomicLong first = new AtomicLong();

  /** Counts the times that all have come. Volatile: what a PE did before is seen by all after. */
  private volatile int round;

  SimulatedBarrier(int pes) {
    this.pes = pes;
    parked = new AtomicReferenceArray<>(pes);
  }

  /**
   * The PE that waits in this round in another call than {@code call}, with which the PE {@code
   * rank} comes to it; {@link #NOBODY} if there is none. Each PE is compared with the one that came
   * first, which leaves the round after all others only.
   */
  int disagrees(int rank, ProgramCall call) {
    int mine = round + 1;
    long own = (long) mine << Integer.SIZE | (long) rank << CALL_BITS | call.ordinal();
    long seen = first.get();
    while ((int) (seen >>> Integer.SIZE) != mine) {
      if (first.compareAndSet(seen, own)) {
        return NOBODY;
      }
      seen = first.get();
    }
    boolean same = (seen & CALL_MASK) == call.ordinal();
    return same ? NOBODY : (int) seen >>> CALL_BITS;
  }

  void await(int rank, Pause pause) {
    int mine = round;
    // Atomic read-modify-write: the last one sees what all the others did before they came.
    if (arrived.incrementAndGet() == pes) {
      arrived.set(0);
      round = mine + 1;
      wakeAll();
    } else {
      spin(mine, pause.isCrowded() ? CROWDED_SPINS : SPINS);
      park(mine, rank, pause);
    }
  }

  private void wakeAll() {
    for (int pe = 0; pe < pes; pe++) {
      LockSupport.unpark(parked.get(pe)); // which ignores null
    }
  }

  private void spin(int mine, int times) {
    for (int i = 0; i < times && round == mine; i++) {
      Thread.onSpinWait();
    }
  }

  private void park(int mine, int rank, Pause pause) {
    if (round != mine) {
      return;
    }
    parked.set(
        rank,
        Thread.currentThread()); // volatile, before the round is read again: no wake-up is lost
    while (round == mine) {
      pause.park(Long.MAX_VALUE);
    }
    parked.set(rank, null);
  }
}
