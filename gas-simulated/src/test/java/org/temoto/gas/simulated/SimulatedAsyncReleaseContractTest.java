package org.temoto.gas.simulated;

import org.temoto.gas.AsyncReleaseContractTest;

class SimulatedAsyncReleaseContractTest extends AsyncReleaseContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
