package org.temoto.gas.simulated.backend;

import org.temoto.gas.SealedContractTest;

class SimulatedSealedContractTest extends SealedContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
