package org.temoto.gas.simulated.backend;

import org.temoto.gas.AutomaticContractTest;

class SimulatedAutomaticContractTest extends AutomaticContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
