package org.temoto.gas.simulated.backend;

import org.temoto.gas.SharedWordsContractTest;

class SimulatedSharedWordsContractTest extends SharedWordsContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
