package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryTest;
import org.temoto.gas.simulated.SimulationOptions;

/** Tests of commits in a job of one PE, with no other to be told. */
class OnePeTest extends MemoryTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  /** The bytes of a view that is no frame itself have to be put into the frame. */
  @ParameterizedTest
  @CsvSource({"1, true, 0", "1, false, 1", "2, true, 1"})
  void shouldReleaseOnlyWhatOthersOrFramesLack(int pes, boolean aliasing, long releases) {
    GasOptions options =
        options(pes)
            .with(
                EngineOptions.DEFAULT,
                engine ->
                    aliasing
                        ? engine.with(EngineOptions.Feature.ALIASING)
                        : engine.without(EngineOptions.Feature.ALIASING))
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withRaceChecker(false));
    spmd(
        options,
        space -> {
          GlobalMemory memory = space.allocate("written", 8 * PAGE);
          GlobalAddressSpace.Statistics before = space.statistics();
          if (space.pe() == 0) {
            fill(memory, 0, 8 * PAGE, 3);
            fill(memory, PAGE / 2, PAGE, 4);
          }
          space.barrier();
          assertFilled(memory, 0, PAGE / 2, 3);
          assertFilled(memory, PAGE / 2, PAGE, 4);
          assertFilled(memory, 2 * PAGE, 6 * PAGE, 3);
          space.acquireFence();
          assertFilled(memory, PAGE / 2, PAGE, 4);
          if (space.pe() == 0) {
            assertThat(space.statistics().since(before).releases()).isEqualTo(releases);
          }
          space.barrier();
        });
  }
}
