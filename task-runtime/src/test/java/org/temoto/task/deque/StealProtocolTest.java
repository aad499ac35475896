package org.temoto.task.deque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the steal protocol by one owner and several thieves, real threads, random forks and
 * joins: every task runs once, on what its slot held. Slots are written and read plainly and in two
 * halves, acknowledgements are late: so what the protocol leaves unordered shows.
 */
@Timeout(200)
class StealProtocolTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime());
  private static final int SEEDS = 2_000;
  private static final int ROUNDS = 100;
  private static final int MAX_TASKS = ROUNDS * 64;

  @Test
  void shouldRunEveryTaskOnce() throws InterruptedException {
    for (int i = 0; i < SEEDS; i++) {
      long seed = SEED + i;
      assertThat(new Machine(seed, new StressWords()).run()).as("temoto.seed=%d", seed).isNull();
    }
  }

  @Test
  void shouldFailIfAnAreaIsUsedAgainBeforeItsThievesHaveCopied() throws InterruptedException {
    expectFailure(() ->
        new StressWords() {
          @Override
          public long acknowledged(int area) {
            return Long.MAX_VALUE;
          }
        });
  }

  @Test
  void shouldFailIfTheOwnerTakesBackByReadAndSet() throws InterruptedException {
    expectFailure(() ->
        new StressWords() {
          @Override
          public long swap(long word) {
            long before = words.get(0);
            Thread.yield();
            words.set(0, word);
            return before;
          }
        });
  }

  private static void expectFailure(java.util.function.Supplier<StressWords> broken)
      throws InterruptedException {
    for (int i = 0; i < SEEDS; i++) {
      if (new Machine(SEED + i, broken.get()).run() != null) {
        return;
      }
    }
    fail("the broken protocol was not caught; temoto.seed=" + SEED);
  }

  /** One random execution. */
  private static final class Machine {
    final SplittableRandom random;
    final StressWords words;
    final SharedPart<Integer> shared;
    final List<Integer> own = new ArrayList<>(); // oldest first
    final List<Integer> offered = new ArrayList<>();
    final long[] slots = new long[2 * SharedPart.SLOTS];
    final AtomicIntegerArray runs = new AtomicIntegerArray(MAX_TASKS);
    final AtomicReference<String> failure = new AtomicReference<>();
    final AtomicBoolean over = new AtomicBoolean();
    final List<Integer> claimed = new ArrayList<>();
    int tasks;

    Machine(long seed, StressWords words) {
      this.random = new SplittableRandom(seed);
      this.words = words;
      this.shared = new SharedPart<>(words, random.nextBoolean());
    }

    /** Runs the machine; returns its failure, or null. */
    String run() throws InterruptedException {
      List<Thread> thieves = new ArrayList<>();
      int count = 1 + random.nextInt(4);
      for (int i = 0; i < count; i++) {
        SplittableRandom own = random.split();
        thieves.add(Thread.ofPlatform().daemon().start(() -> thief(own)));
      }
      try {
        for (int round = 0; round < ROUNDS && failure.get() == null; round++) {
          round();
        }
        check();
      } catch (RuntimeException e) {
        failure.compareAndSet(null, e.toString());
      }
      over.set(true);
      for (Thread thief : thieves) {
        thief.join();
      }
      return failure.get();
    }

    private void round() {
      int forks = 1 + random.nextInt(20);
      for (int i = 0; i < forks; i++) {
        own.add(tasks++);
        if (shared.isAsked()) {
          offer();
        }
        if (random.nextInt(8) == 0) {
          Thread.yield();
        }
      }
      while (!own.isEmpty() || !offered.isEmpty()) {
        if (!own.isEmpty()) {
          ran(own.removeLast());
        } else {
          settle(shared.withdraw());
        }
      }
    }

    private void offer() {
      int area = shared.areaForOffer();
      if (area < 0) {
        return;
      }
      if (shared.offered() > 0) {
        settle(shared.settleExhausted());
      }
      int count = Math.min(1 + random.nextInt(SharedPart.AREA_SLOTS), own.size());
      for (int i = 0; i < count; i++) {
        Integer task = own.removeFirst();
        offered.add(task);
        int slot = area * SharedPart.AREA_SLOTS + i;
        slots[2 * slot] = task;
        slots[2 * slot + 1] = ~(long) task;
        shared.place(area, i, task);
      }
      shared.publish(area, count);
    }

    private void settle(int taken) {
      claimed.addAll(offered.subList(0, taken));
      own.addAll(0, offered.subList(taken, offered.size()));
      offered.clear();
    }

    private void ran(int task) {
      int before = runs.getAndIncrement(task);
      if (before != 0) {
        failure.compareAndSet(null, "task " + task + " ran twice");
      }
    }

    private void check() {
      for (int task : claimed) {
        for (long patience = 0; runs.get(task) == 0 && failure.get() == null; patience++) {
          if (patience > 2_000_000) {
            failure.compareAndSet(null, "task " + task + " was claimed and did not run");
          }
          Thread.yield();
        }
      }
      for (int task = 0; task < tasks; task++) {
        if (runs.get(task) != 1) {
          failure.compareAndSet(null, "task " + task + " ran " + runs.get(task) + " times");
        }
      }
    }

    private void thief(SplittableRandom own) {
      Claimer claimer = new Claimer();
      record Claim(long word, int count) {}

      boolean half = own.nextBoolean();
      ArrayDeque<Claim> unacknowledged = new ArrayDeque<>();
      while (!over.get()) {
        long word = half ? claimer.claimHalf(0, words) : claimer.claim(0, words);
        if (word != Claimer.NOTHING) {
          for (int i = 0; i < claimer.claimed(); i++) {
            take(StealWord.claimedSlot(word) + i, own);
          }
          unacknowledged.add(new Claim(word, claimer.claimed()));
        } else {
          Thread.yield();
        }
        while (!unacknowledged.isEmpty() && own.nextInt(3) == 0) {
          Claim claim = unacknowledged.poll();
          Claimer.acknowledge(claim.word(), words, claim.count());
        }
      }
    }

    private void take(int slot, SplittableRandom own) {
      long first = slots[2 * slot];
      if (own.nextInt(4) == 0) {
        Thread.yield();
      }
      long second = slots[2 * slot + 1];
      Integer reference = shared.reference(slot);
      if (first != ~second || reference == null || reference != first) {
        failure.compareAndSet(
            null,
            "slot " + slot + " was torn: " + first + ", " + ~second + ", reference " + reference);
      } else {
        ran((int) first);
      }
    }
  }
}
