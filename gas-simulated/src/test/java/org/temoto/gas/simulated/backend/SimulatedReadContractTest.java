package org.temoto.gas.simulated.backend;

import org.temoto.gas.ReadContractTest;

class SimulatedReadContractTest extends ReadContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
