package org.temoto.task.pattern;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of patterns on threads and on seeded schedules, with late and unordered deliveries. */
class SimulatedPatternTest extends PatternContractTest {
  private static final int SEEDS = 12;

  @Override
  protected Stream<GasOptions> clusters() {
    OwnershipPolicy[] policies = OwnershipPolicy.values();
    return IntStream.range(0, SEEDS)
        .mapToObj(seed ->
            options("simulated", 1 + seed % 4)
                .withWorkers(1 + seed / 4 % 2)
                .withOwnership(policies[seed % policies.length])
                .with(
                    SimulationOptions.DEFAULT,
                    simulation ->
                        simulation.withSchedule(seed % 2 == 0 ? Schedule.SEEDED : Schedule.THREADS))
                .withSeed(seed));
  }
}
