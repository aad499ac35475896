package org.temoto.task;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of locks on many seeded schedules, with both coherences and every ownership policy. */
class SeededLockTest extends LockContractTest {
  private static final long SEED = Long.getLong("temoto.seed", 0);
  private static final int SEEDS = Integer.getInteger("temoto.lock.seeds", 100);

  @Override
  protected Stream<GasOptions> clusters() {
    OwnershipPolicy[] policies = OwnershipPolicy.values();
    return LongStream.range(SEED, SEED + SEEDS)
        .mapToObj(seed ->
            options("simulated", 4)
                .withWorkers(1 + (int) (seed % 2))
                .withCoherence(seed % 3 == 0 ? Coherence.AUTOMATIC : Coherence.EXPLICIT)
                .withOwnership(policies[(int) (seed / 2 % policies.length)])
                .with(
                    SimulationOptions.DEFAULT,
                    simulation -> simulation.withSchedule(Schedule.SEEDED))
                .withSeed(seed));
  }
}
