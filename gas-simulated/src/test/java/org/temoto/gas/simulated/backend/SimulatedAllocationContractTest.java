package org.temoto.gas.simulated.backend;

import org.temoto.gas.AllocationContractTest;

class SimulatedAllocationContractTest extends AllocationContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
