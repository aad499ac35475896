package org.temoto.gas.simulated;

import org.temoto.gas.AllocationContractTest;

class SimulatedAllocationContractTest extends AllocationContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
