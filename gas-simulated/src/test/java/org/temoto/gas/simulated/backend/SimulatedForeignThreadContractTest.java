package org.temoto.gas.simulated.backend;

import org.temoto.gas.ForeignThreadContractTest;

class SimulatedForeignThreadContractTest extends ForeignThreadContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
