package org.temoto.gas.simulated.backend;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;
import org.temoto.gas.heap.LendingContractTest;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

class SimulatedLendingContractTest extends LendingContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  @Test
  void shouldGiveEachPlaceToOnePeOnSeededSchedules() {
    for (int seed = 0; seed < 20; seed++) {
      long number = seed;
      spmd(
          seeded(2 + seed % 3, seed),
          space -> share(space, number % 4 == 0 ? LARGE : SMALL, number));
    }
  }

  @Test
  void shouldAllocateOfAllArenasOnSeededSchedules() {
    for (int seed = 0; seed < 5; seed++) {
      spmd(seeded(2 + seed % 3, seed), space -> allocateAll(space, SMALL));
    }
  }

  private GasOptions seeded(int pes, long seed) {
    return options(pes)
        .withSeed(seed)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED));
  }
}
