package org.temoto.gas.simulated.backend;

import org.temoto.gas.WriteContractTest;

class SimulatedWriteContractTest extends WriteContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
