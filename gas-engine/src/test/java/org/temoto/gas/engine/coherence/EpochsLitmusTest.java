package org.temoto.gas.engine.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tests of the numbers of acquires: a validation that counts for an acquire's number has read all
 * that was written before that. A thread that writes and acquires meets one that validates many
 * times, at shifting distances. In some rounds one waits for the other, for on one core either
 * might always be the first.
 */
class EpochsLitmusTest {
  private static final int ROUNDS = 100_000;

  /** Number of rounds among which each of the two is certainly the first in one. */
  private static final int CYCLE = 1000;

  private final Epochs epochs = new Epochs();

  /** The word that is read to validate: the round that wrote it last. */
  private final AtomicInteger word = new AtomicInteger();

  /** The round that is on, and the last ones that the validator and the acquirer have ended. */
  private final AtomicInteger begun = new AtomicInteger();

  private final AtomicInteger validated = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private long acquired;

  @Test
  void shouldValidateForNoAcquireWhatWasReadBeforeIt() throws InterruptedException {
    Thread acquirer = Thread.ofPlatform().daemon().start(this::acquireEachRound);
    int valid = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      begun.set(round);
      if (round % CYCLE == 1) {
        Rounds.await(ended, round);
      }
      Rounds.delay(round % 8);
      long epoch = epochs.current();
      int seen = word.getOpaque();
      validated.set(round);
      Rounds.await(ended, round);
      if (epoch >= acquired) {
        assertThat(seen).as("word read for epoch %d in this round", epoch).isEqualTo(round);
        valid++;
      }
    }
    acquirer.join();
    assertThat(valid).isBetween(ROUNDS / CYCLE, ROUNDS - ROUNDS / CYCLE);
  }

  private void acquireEachRound() {
    for (int round = 1; round <= ROUNDS; round++) {
      Rounds.await(begun, round);
      if (round % CYCLE == 2) {
        Rounds.await(validated, round);
      }
      Rounds.delay(round / 8 % 8);
      word.set(round);
      acquired = epochs.acquire();
      ended.set(round);
    }
  }
}
