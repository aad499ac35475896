package org.temoto.gas.simulated.backend;

import org.temoto.gas.BoundsContractTest;

class SimulatedBoundsContractTest extends BoundsContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
