package org.temoto.gas.simulated.backend;

import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.TransportContractTest;

/**
 * Tests of the same contract on a network that takes time: short waits that spin and long ones that
 * park.
 */
class SlowNetworkContractTest extends TransportContractTest {
  @Override
  protected Backend backend() {
    return new SimulatedBackend();
  }

  @Override
  protected GasOptions options(int pes) {
    return super.options(pes)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withNetwork(new Network(1800, 9e9)));
  }
}
