package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.spi.RemoteWords.Operation;

/** Tests of the set of pending operations, against lists that are searched for everything. */
class PendingSetTest {
  private static final int SEEDS = 200;
  private static final int STEPS = 300;
  private static final long AGE = 5;

  /** Another PE's word counts up when an operation is delivered. */
  private record Issued(int number, int pe, long epoch, boolean isOrdered, long readyAt) {}

  /** A set, and what should be in it. */
  private static final class Run {
    private final Random random;
    private final int pes;
    private final PendingSet set;
    private final MemorySegment words;
    private final List<Issued> pending = new ArrayList<>();
    private int issued;
    private long epoch;
    private long now = 1;

    Run(long seed, int pes, Arena arena) {
      random = new Random(seed);
      this.pes = pes;
      set = new PendingSet(new SeededRandom(seed, 0));
      words = arena.allocate(STEPS * (long) Long.BYTES, Long.BYTES);
    }

    void step() {
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3 -> append();
        case 4, 5 -> {
          set.fence();
          epoch++;
        }
        case 6 -> now += random.nextInt(10);
        case 7 -> deliver(() -> set.deliverOne(Long.MAX_VALUE, now));
        case 8 -> deliver(() -> set.deliverAll(Long.BYTES, now, now));
        default -> deliverAll(random.nextBoolean() ? now : Event.NEVER);
      }
      check();
    }

    private void append() {
      int pe = random.nextInt(pes);
      boolean isOrdered = random.nextInt(4) > 0;
      long carried = now + random.nextInt(20);
      long readyAt = isOrdered ? set.readyAt(pe, carried) : carried;
      assertThat(readyAt).isEqualTo(isOrdered ? Math.max(carried, readyBefore(pe)) : carried);
      PendingOperation operation =
          isOrdered
              ? set.appendOrdered(pe, readyAt, readyAt + AGE)
              : set.append(readyAt, readyAt + AGE);
      operation.atomic(Operation.ADD, words.address() + issued * (long) Long.BYTES, 1);
      pending.add(new Issued(issued++, pe, epoch, isOrdered, readyAt));
    }

    /**
     * Greatest {@code readyAt} of the pending operations of earlier epochs; delivered ones make no
     * difference.
     */
    private long readyBefore(int pe) {
      return pending.stream()
          .filter(each -> each.isOrdered() && each.pe() == pe && each.epoch() < epoch)
          .mapToLong(Issued::readyAt)
          .max()
          .orElse(0);
    }

    private void deliver(Runnable delivery) {
      delivery.run();
      List<Issued> delivered = pending.stream().filter(this::isDelivered).toList();
      pending.removeAll(delivered);
      for (Issued each : delivered) {
        assertThat(each.readyAt()).isLessThanOrEqualTo(now);
        assertThat(pending).noneMatch(other -> isBlockedBy(each, other));
      }
    }

    private static boolean isBlockedBy(Issued operation, Issued other) {
      return operation.isOrdered()
          && other.isOrdered()
          && other.pe() == operation.pe()
          && other.epoch() < operation.epoch();
    }

    private boolean isDelivered(Issued operation) {
      long count = words.getAtIndex(ValueLayout.JAVA_LONG, operation.number());
      assertThat(count).isBetween(0L, 1L);
      return count == 1;
    }

    private void deliverAll(long due) {
      deliver(() -> assertThat(set.deliverAll(Long.MAX_VALUE, now, due)).isPositive());
      Predicate<Issued> isLeft =
          each -> each.readyAt() <= now && (due == Event.NEVER || each.readyAt() + AGE <= due);
      assertThat(pending).noneMatch(isLeft);
    }

    private void check() {
      assertThat(set.size()).isEqualTo(pending.size());
      for (int pe = 0; pe < pes; pe++) {
        Issued next = new Issued(issued, pe, epoch, true, now);
        assertThat(set.blocks(pe)).isEqualTo(pending.stream().anyMatch(o -> isBlockedBy(next, o)));
      }
      assertThat(set.earliestReady(Long.MAX_VALUE))
          .isEqualTo(pending.stream().mapToLong(Issued::readyAt).min().orElse(Event.NEVER));
      assertThat(set.nextDue())
          .isLessThanOrEqualTo(
              pending.stream().mapToLong(e -> e.readyAt() + AGE).min().orElse(Event.NEVER));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40})
  void shouldDeliverWhatIsReadyAsFencesHaveIt(int pes) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try (Arena arena = Arena.ofConfined()) {
        Run run = new Run(seed, pes, arena);
        for (int i = 0; i < STEPS; i++) {
          run.step();
        }
        run.now += 1_000;
        run.deliverAll(Event.NEVER);
        assertThat(run.pending).isEmpty();
      }
    }
  }

  @Test
  void shouldForgetEverything() {
    try (Arena arena = Arena.ofConfined()) {
      Run run = new Run(1, 20, arena);
      for (int i = 0; i < STEPS / 2; i++) {
        run.append();
        run.set.fence();
        run.epoch++;
      }
      run.set.clear();
      run.pending.clear();
      run.check();
      run.append();
      run.deliverAll(Event.NEVER);
      run.check();
    }
  }

  /** Also where others wait behind a fence, by which they are drawn, too. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 60})
  void shouldDrawWithinAnEpoch(int behind) {
    int draws = 2_000;
    int first = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(3L * Long.BYTES, Long.BYTES);
      for (int seed = 0; seed < draws; seed++) {
        words.fill((byte) 0);
        PendingSet set = new PendingSet(new SeededRandom(seed, 0));
        for (int i = 0; i < 2 + behind; i++) {
          set.appendOrdered(0, 0, AGE)
              .atomic(Operation.ADD, words.address() + Math.min(i, 2) * (long) Long.BYTES, 1);
          if (i == 1) {
            set.fence();
          }
        }
        set.deliverOne(Long.MAX_VALUE, 0);
        first += (int) words.getAtIndex(ValueLayout.JAVA_LONG, 0);
      }
    }
    // The standard deviation is 22.
    assertThat(first).isBetween(draws / 2 - 110, draws / 2 + 110);
  }
}
