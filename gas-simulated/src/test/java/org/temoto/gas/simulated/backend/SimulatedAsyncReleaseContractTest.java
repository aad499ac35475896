package org.temoto.gas.simulated.backend;

import org.temoto.gas.AsyncReleaseContractTest;

class SimulatedAsyncReleaseContractTest extends AsyncReleaseContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
