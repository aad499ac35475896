package org.temoto.task;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of the memory model on many seeded schedules, under every ownership policy. */
class SeededLitmusTest extends LitmusContractTest {
  private static final int SEEDS = 60;

  @Override
  protected Stream<GasOptions> clusters() {
    OwnershipPolicy[] policies = OwnershipPolicy.values();
    return IntStream.range(0, SEEDS)
        .mapToObj(seed ->
            options("simulated", 2 + seed % 3)
                .withWorkers(1 + seed % 2)
                .withOwnership(policies[seed / 2 % policies.length])
                .with(
                    SimulationOptions.DEFAULT,
                    simulation -> simulation.withSchedule(Schedule.SEEDED))
                .withSeed(seed));
  }
}
