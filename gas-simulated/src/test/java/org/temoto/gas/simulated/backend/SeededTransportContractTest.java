package org.temoto.gas.simulated.backend;

import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.TransportContractTest;

/** Tests of the same contract when a seed picks the strand that goes on. */
class SeededTransportContractTest extends TransportContractTest {
  @Override
  protected Backend backend() {
    return new SimulatedBackend();
  }

  @Override
  protected GasOptions options(int pes) {
    return super.options(pes)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.SEEDED));
  }
}
