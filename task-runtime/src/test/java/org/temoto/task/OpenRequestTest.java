package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** Tests of a worker that has asked another PE for a task and finds one at home. */
@Timeout(60)
class OpenRequestTest {
  private static final long LONG_NANOS = 20_000_000;
  private static final long SHORT_NANOS = 2_000_000;

  record Computes(long nanos) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.charge(nanos);
    }
  }

  /** Keeps a worker of its PE, and gives the other one a task when that has asked elsewhere. */
  record Forks() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.charge(SHORT_NANOS / 2);
      context.fork(new Computes(LONG_NANOS));
      context.charge(LONG_NANOS);
      context.sync();
    }
  }

  /** Returns how long a task took that was forked when all workers were at work. */
  record Root() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.fork(new Computes(LONG_NANOS)); // for the other worker here
      context.charge(SHORT_NANOS / 10);
      context.fork(new Forks()); // for one of the other PE's, of which the other asks for more
      context.charge(SHORT_NANOS);
      long start = context.space().nanoTime();
      Forked<Void> child = context.fork(new Computes(SHORT_NANOS));
      child.join();
      long nanos = context.space().nanoTime() - start;
      context.sync();
      return nanos;
    }
  }

  @Test
  void shouldNotBeGivenATaskThatItWouldKeepWaiting() {
    GasOptions options =
        Jobs.options(2, 2, 1)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withNetwork(new Network(1_000, 9e9))
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED));
    long nanos =
        Jobs.onRuntimes(
            options,
            RuntimeOptions.DEFAULT.withPolicy(StealPolicy.REQUEST),
            runtime -> runtime.run(new Root()));
    assertThat(nanos).isBetween(SHORT_NANOS, 2 * SHORT_NANOS);
  }
}
