package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.spi.local.Job;

/** Tests of the turn scheduler: the end of a job that has failed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TurnSchedulerTest {
  private static final long PATIENCE_MILLIS = 300;

  private final Job job = new Job();
  private final InTurn scheduler = new InTurn(job);

  /** Gives the turn to the strand that has waited longest, and loses its patience soon. */
  private static final class InTurn extends TurnScheduler {
    private final Queue<TurnStrand> waiting = new ArrayDeque<>();

    /** Fails when somebody ends. */
    private boolean broken;

    InTurn(Job job) {
      super(job, Costs.MODELLED);
    }

    @Override
    long lostAfterMillis() {
      return PATIENCE_MILLIS;
    }

    @Override
    TurnStrand choose(TurnStrand self) {
      if (self == null && broken) {
        throw new IllegalStateException("broken");
      }
      return waiting.remove();
    }

    @Override
    void point(String what) {
      waiting.add(current());
      next(current());
    }

    @Override
    void block(String what, long moment) {
      next(current());
    }

    @Override
    void wake(TurnStrand strand, long nanos) {
      waiting.add(strand);
    }

    @Override
    public void delivers(SimulatedChannel channel, long moment) {}

    @Override
    String describe() {
      return "in turn";
    }

    @Override
    public long now() {
      return 0;
    }
  }

  /** The memory that it may use is unmapped when it has ended at last, and all others with it. */
  @Test
  void shouldTellOfWhoComputesOnThoughTheJobHasFailed() {
    boolean[] ended = new boolean[2];
    CountDownLatch told = new CountDownLatch(1);
    scheduler.add(
        0,
        "fails",
        () -> {
          job.abort(new GasException("failed"));
          scheduler.point("goes on as the last");
          ended[0] = true;
        },
        0);
    scheduler.add(
        1,
        "computes",
        () -> {
          while (told.getCount() > 0) {
            Thread.onSpinWait();
          }
          ended[1] = true;
        },
        0);
    assertThat(scheduler.run()).as("whether the memory may be unmapped").isFalse();
    assertThat(job.completeFailure().orElseThrow().getSuppressed()[0])
        .hasMessageContaining("strand pe1-computes does not end");
    told.countDown();
    scheduler.awaitStrands();
    assertThat(ended).containsExactly(true, true);
  }

  /** A strand that lets no other go on is told, by who does not need a turn for it. */
  @Test
  void shouldFailTheJobWhenATurnTakesLongerThanItsLimit() {
    GasException tooLong = new GasException("too long");
    scheduler.add(
        0,
        "computes",
        () -> {
          scheduler.limitTurn(1, () -> tooLong);
          while (job.failure() == null) {
            Thread.onSpinWait();
          }
        },
        0);
    assertThat(scheduler.run()).isTrue();
    assertThat(job.failure()).isSameAs(tooLong);
  }

  /** As if a stack had been exhausted in the middle of handing the turn over. */
  @Test
  void shouldNotWaitForWhomNobodyCanGiveATurn() {
    scheduler.add(
        0,
        "fails",
        () -> {
          job.abort(new GasException("failed"));
          scheduler.point("gives its turn to whoever never hears of it");
        },
        0);
    TurnStrand deaf = scheduler.add(1, "deaf", () -> {}, 0);
    deaf.started = true;
    scheduler.run();
    assertThat(job.completeFailure().orElseThrow().getSuppressed()[0])
        .hasMessageContaining("strands that never got a turn again: in turn")
        .hasMessageContaining("deaf");
  }

  /** As if a stack had been exhausted between a thread's waking and its going on. */
  @Test
  void shouldNotWaitForWhomNobodyWakesThoughItHasAThread() {
    scheduler.add(0, "yields", () -> scheduler.point("goes on, and never hears of it"), 0);
    scheduler.add(1, "ends", () -> scheduler.broken = true, 0);
    scheduler.run();
    assertThat(job.completeFailure().orElseThrow())
        .hasMessage("broken")
        .satisfies(failure ->
            assertThat(failure.getSuppressed()[0])
                .hasMessageContaining("strands that never got a turn again: in turn")
                .hasMessageContaining("yields"));
  }
}
