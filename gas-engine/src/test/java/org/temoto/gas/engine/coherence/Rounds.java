package org.temoto.gas.engine.coherence;

import java.util.concurrent.atomic.AtomicInteger;

/** Waits of two threads of a litmus test that meet in every round. */
final class Rounds {
  private Rounds() {}

  /** Returns when the other thread, which counts its rounds, has come to {@code round}. */
  static void await(AtomicInteger counter, int round) {
    for (int spins = 1; counter.get() < round; spins++) {
      if (spins % 1000 == 0) {
        Thread.yield(); // the other side may have no processor
      } else {
        Thread.onSpinWait();
      }
    }
  }

  static void delay(int spins) {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }
}
