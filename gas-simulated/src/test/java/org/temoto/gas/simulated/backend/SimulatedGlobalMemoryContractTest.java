package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalMemoryContractTest;

class SimulatedGlobalMemoryContractTest extends GlobalMemoryContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  /** Only PEs of one process can have faces of each other's memories. */
  @Test
  void shouldRefuseThreadsThatAreNoStrandsAndMemoriesOfOtherPesAndJobs() {
    GlobalMemory[] faces = new GlobalMemory[2];
    spmd(
        2,
        space -> {
          faces[space.pe()] = space.allocate("mine", PAGE);
          space.barrier();
          assertThatThrownBy(() -> faces[1 - space.pe()].localize(0, 1, Access.READ))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("is used on PE " + space.pe());
          space.barrier();
        });
    assertThatThrownBy(() -> faces[0].localize(0, 1, Access.READ))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("is no strand");
    spmd(
        2,
        space ->
            assertThatThrownBy(() -> faces[space.pe()].localize(0, 1, Access.READ))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is used on PE " + space.pe() + " of another job"));
  }
}
