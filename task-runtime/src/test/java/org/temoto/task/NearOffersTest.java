package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * Tests of tasks that workers of one PE take from each other beside those of another PE, in virtual
 * time.
 */
@Timeout(100)
class NearOffersTest {
  private static final long SHORT_NANOS = 100_000;
  private static final long LONG_NANOS = 10_000_000;

  private static long now(TaskContext context) {
    return RuntimeSupport.of(context.space()).processingElement().clock().now();
  }

  /** Computes; the result is when it began, or, if not at PE 0, never. */
  record Computes(long nanos) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long begin = now(context);
      context.charge(nanos);
      return context.pe() == 0 ? begin : Long.MAX_VALUE;
    }
  }

  /**
   * Forks a task for the other worker, then, while that is at work, one that is at home, too, and
   * computes long without a look at thieves; the result is when the second began, from its fork on.
   */
  record ForksWhileAllAreAtWork() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.charge(LONG_NANOS); // all workers have started
      Forked<Long> first = context.forkAt(context.pe(), new Computes(SHORT_NANOS));
      context.charge(SHORT_NANOS / 5);
      long forked = now(context);
      Forked<Long> second = context.forkAt(context.pe(), new Computes(SHORT_NANOS));
      context.share(0);
      context.charge(LONG_NANOS);
      long began = context.join(second) - forked;
      assertThat(context.join(first)).isLessThan(forked);
      return began;
    }
  }

  private static GasOptions options() {
    return Jobs.options(2, 2, 5)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withNetwork(new Network(1_800, 9e9))
                    .withSchedule(Schedule.VIRTUAL)
                    .withCosts(Costs.MODELLED));
  }

  @Test
  void shouldLeaveTasksToTheOtherWorkerBeforeComputingLong() {
    long began =
        Jobs.onRuntimes(
            options(),
            RuntimeOptions.DEFAULT,
            runtime -> runtime.run(new ForksWhileAllAreAtWork()));
    assertThat(began).isBetween(0L, 2 * SHORT_NANOS);
  }
}
