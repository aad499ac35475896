package org.temoto.gas.simulated.backend;

import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.TransportContractTest;

class SimulatedTransportContractTest extends TransportContractTest {
  @Override
  protected Backend backend() {
    return new SimulatedBackend();
  }
}
