package org.temoto.gas.simulated.backend;

import org.temoto.gas.PagePlacementContractTest;

class SimulatedPagePlacementContractTest extends PagePlacementContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
