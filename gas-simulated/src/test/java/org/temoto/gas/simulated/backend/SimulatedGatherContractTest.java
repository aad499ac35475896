package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Distribution;
import org.temoto.gas.GatherContractTest;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Region;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;

class SimulatedGatherContractTest extends GatherContractTest {
  /** Two pages cross a link in the time of an operation; three do not. */
  private static final Network TWO_PAGES =
      new Network(new Network.Costs.LogGp(1000, 8e9, 2 * PAGE, 10));

  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  private static List<Long> offsets(GlobalMemory memory, int... pages) {
    long[] indices = new long[pages.length];
    for (int i = 0; i < pages.length; i++) {
      indices[i] = (long) pages[i] * PAGE / Long.BYTES;
    }
    Region.Gathered gathered = memory.gather(0, Long.BYTES, indices);
    return gathered.pieces().ranges().stream().map(piece -> piece.offset() / PAGE).toList();
  }

  @Test
  void shouldFetchWhatIsBetweenWhereThatIsCheaperThanAnotherOperation() {
    spmd(
        options(2).with(SimulationOptions.DEFAULT, simulation -> simulation.withNetwork(TWO_PAGES)),
        space -> {
          GlobalMemory memory = space.allocate("blocks", 40 * PAGE); // 20 pages on each PE
          if (space.pe() == 0) {
            assertThat(offsets(memory, 20, 23, 26)).containsExactly(20L);
            assertThat(offsets(memory, 20, 24)).containsExactly(20L, 24L);
            assertThat(offsets(memory, 1, 3)).as("its own").containsExactly(1L, 3L);
            assertThat(offsets(memory, 18, 21)).as("of two PEs").containsExactly(18L, 21L);
          }
          GlobalMemory dealt =
              space.allocate(
                  MemoryOptions.of("cyclic", 10 * PAGE).withDistribution(Distribution.cyclic()));
          assertThat(offsets(dealt, 1, 3)).as("another's between").containsExactly(1L, 3L);
        });
  }

  @Test
  void shouldKnowWhatAnOperationIsWorth() {
    assertThat(TWO_PAGES.costs().bytesPerOperation()).isEqualTo(2 * PAGE + 10);
    assertThat(new Network.Costs.Simple(1800, 9e9).bytesPerOperation()).isZero();
    assertThat(Network.NONE.costs().bytesPerOperation()).isZero();
  }

  /** Bytes that take no time still take cache. */
  @Test
  void shouldNotFetchALotBetweenThoughItTakesNoTime() {
    spmd(
        options(2)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation.withNetwork(
                        new Network(new Network.Costs.LogGp(0, Network.UNLIMITED, 1, 0)))),
        space -> {
          GlobalMemory memory = space.allocate("blocks", 2000 * PAGE);
          if (space.pe() == 0) {
            assertThat(offsets(memory, 1000, 1257)).containsExactly(1000L);
            assertThat(offsets(memory, 1000, 1258)).containsExactly(1000L, 1258L);
          }
        });
  }
}
