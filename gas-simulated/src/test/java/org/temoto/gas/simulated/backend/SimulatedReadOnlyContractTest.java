package org.temoto.gas.simulated.backend;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.ReadOnlyContractTest;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;

class SimulatedReadOnlyContractTest extends ReadOnlyContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldRefuseStoresIntoIdentityBuffersForReading(int pes) {
    spmd(
        options(pes)
            .with(
                SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(Buffers.IDENTITY)),
        ReadOnlyContractTest::assertNoStores);
  }

  @Test
  void shouldRefuseStoresForReadingToo() {
    spmd(
        options(2).with(SimulationOptions.DEFAULT, simulation -> simulation.withRaceChecker(true)),
        ReadOnlyContractTest::assertNoStores);
  }
}
