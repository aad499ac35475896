package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * Tests of sharing, in virtual time: how soon thieves get what waits below a task that commits,
 * shares and then computes.
 */
@Timeout(100)
class ShareTest {
  private static final long LONG_NANOS = 10_000_000;
  private static final long QUIET_NANOS = 2_000_000;
  private static final long BYTES = 256 << 10;

  /**
   * The time at which it begins, at another PE than the forker's; else so late that a test fails.
   */
  record Begins(int forker) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return context.pe() == forker ? Long.MAX_VALUE : now(context);
    }
  }

  private static long now(TaskContext context) {
    return RuntimeSupport.of(context.space()).processingElement().clock().now();
  }

  /**
   * Commits pages of the other PE, forks, shares, and computes long; the result is when the child
   * began, from the share on.
   */
  record CommitsAndComputes(GlobalMemory memory) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.join(context.fork(new Begins(-1))); // the first strand has started
      context.charge(QUIET_NANOS); // what was shared before tells nothing of what comes
      try (LocalView view = memory.localize(BYTES, BYTES, Access.WRITE)) {
        view.segment().fill((byte) 1);
        view.commit();
      }
      Forked.OfLong child = context.fork(new Begins(context.pe()));
      long shared = now(context);
      context.share(0);
      long beforeLong = now(context);
      context.charge(LONG_NANOS);
      assertThat(now(context) - beforeLong).isGreaterThanOrEqualTo(LONG_NANOS);
      return context.join(child) - shared;
    }
  }

  /** Shares often, and ends. */
  record SharesOften() implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < 10; i++) {
        context.share(0);
        context.charge(1_000);
      }
    }
  }

  private static GasOptions options() {
    return Jobs.options(2, 1, 5)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withNetwork(new Network(1_800, 9e9))
                    .withSchedule(Schedule.VIRTUAL)
                    .withCosts(Costs.MODELLED));
  }

  /**
   * Time from the share to the child's beginning, in a run after {@code runsBefore} runs that share
   * often.
   */
  private static long began(int runsBefore) {
    AtomicLong began = new AtomicLong();
    Jobs.eachPe(
        options(),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalMemory memory = space.allocate("pages", 2 * BYTES);
          for (int i = 0; i < runsBefore; i++) {
            runtime.run(new SharesOften());
          }
          long result = runtime.run(new CommitsAndComputes(memory));
          if (space.pe() == 0) {
            began.set(result);
          }
        });
    return began.get();
  }

  @Test
  void shouldGiveAwayWhatWaitsBeforeComputingLong() {
    assertThat(began(0)).isBetween(0L, LONG_NANOS / 10);
  }

  @Test
  void shouldForgetThatAnEarlierRunSharedOften() {
    assertThat(began(2)).isBetween(0L, LONG_NANOS / 10);
  }
}
