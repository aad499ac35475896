package org.temoto.gas.simulated.backend;

import org.temoto.gas.AsyncContractTest;

class SimulatedAsyncContractTest extends AsyncContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
