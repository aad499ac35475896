package org.temoto.gas.simulated.backend;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.heap.HeapContractTest;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

class SimulatedHeapContractTest extends HeapContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  /** More PEs than can send to one at the same time. */
  @Test
  void shouldTellOfBlocksThatTwoOfManyPesHaveFreed() {
    spmd(300, space -> freeTwice(space, 200));
  }

  /** Those at distances 5 and 133 use the same places, one after the other. */
  @Test
  void shouldBringAllHomeAtACloseOfManyPes() {
    for (int seed = 0; seed < 5; seed++) {
      spmd(seeded(150, seed), space -> bringHome(space, 1, 5, 127, 133));
    }
  }

  @Test
  void shouldFreeOnAfterACloseThatFailedOnSeededSchedules() {
    for (int seed = 0; seed < 20; seed++) {
      spmd(seeded(2 + seed % 3, seed), HeapContractTest::freeOn);
    }
  }

  @Test
  void shouldClearOnSeededSchedules() {
    for (int seed = 0; seed < 20; seed++) {
      spmd(seeded(2 + seed % 3, seed), HeapContractTest::freeCleared);
    }
    for (int seed = 0; seed < 3; seed++) {
      spmd(
          seeded(150, seed),
          space -> {
            try (GlobalHeap heap = GlobalHeap.create(space, "heap", 1 << 16)) {
              clearOften(space, heap, 1, 5, 127, 133);
            }
          });
    }
  }

  private GasOptions seeded(int pes, long seed) {
    return options(pes)
        .withSeed(seed)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED));
  }
}
