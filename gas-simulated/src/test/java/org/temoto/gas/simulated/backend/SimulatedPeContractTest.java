package org.temoto.gas.simulated.backend;

import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.ProcessingElementContractTest;

class SimulatedPeContractTest extends ProcessingElementContractTest {
  @Override
  protected Backend backend() {
    return new SimulatedBackend();
  }
}
