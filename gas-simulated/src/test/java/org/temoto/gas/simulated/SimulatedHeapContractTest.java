package org.temoto.gas.simulated;

import org.junit.jupiter.api.Test;
import org.temoto.gas.heap.HeapContractTest;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

class SimulatedHeapContractTest extends HeapContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  /** More PEs than can send to one at the same time. */
  @Test
  void shouldTellOfBlocksThatTwoOfManyPesHaveFreed() {
    spmd(150, space -> freeTwice(space, 70));
  }

  @Test
  void shouldFreeOnAfterACloseThatFailedOnSeededSchedules() {
    for (int seed = 0; seed < 20; seed++) {
      spmd(
          options(2 + seed % 3)
              .withSeed(seed)
              .with(
                  SimulationOptions.DEFAULT,
                  simulation -> simulation.withSchedule(Schedule.SEEDED)),
          HeapContractTest::freeOn);
    }
  }
}
