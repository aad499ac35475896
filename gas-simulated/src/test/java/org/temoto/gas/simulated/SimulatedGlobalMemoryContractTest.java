package org.temoto.gas.simulated;

import org.temoto.gas.GlobalMemoryContractTest;

class SimulatedGlobalMemoryContractTest extends GlobalMemoryContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
