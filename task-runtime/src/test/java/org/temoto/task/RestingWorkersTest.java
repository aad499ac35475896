package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;

@Timeout(60)
class RestingWorkersTest {
  private static long movers(TaskRuntime runtime) {
    return Arrays.stream(((LocalRuntime) runtime).runtime().workers)
        .filter(WorkerIdentity::isMover)
        .count();
  }

  private record Nothing() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** As many workers look as there are collectives under way; PE 1 comes late to both. */
  @Test
  void shouldNotAllLookAfterOneCollective() {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(2)
            .withWorkers(4)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withSchedule(Schedule.VIRTUAL).withCosts(Costs.MODELLED));
    Temoto.launch(
        options,
        space -> {
          Strands strands = RuntimeSupport.of(space).processingElement().strands();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            if (space.pe() == 1) {
              runtime.run(new Nothing());
              strands.charge(3_000_000);
              collectives.barrier();
              collectives.barrier();
            } else {
              CollectiveRequest first = collectives.startBarrier();
              runtime.run(new Nothing());
              strands.charge(1_000_000);
              assertThat(movers(runtime)).isEqualTo(1);
              CollectiveRequest second = collectives.startBarrier();
              strands.charge(100_000);
              assertThat(movers(runtime)).isEqualTo(2);
              first.await();
              second.await();
              strands.charge(100_000);
              assertThat(movers(runtime)).isZero();
            }
            space.barrier();
          }
        });
  }
}
