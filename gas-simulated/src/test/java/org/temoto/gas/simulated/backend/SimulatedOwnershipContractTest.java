package org.temoto.gas.simulated.backend;

import org.temoto.gas.OwnershipContractTest;

class SimulatedOwnershipContractTest extends OwnershipContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
