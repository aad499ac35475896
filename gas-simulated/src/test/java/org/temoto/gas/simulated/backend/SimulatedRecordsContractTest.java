package org.temoto.gas.simulated.backend;

import org.temoto.gas.heap.RecordsContractTest;

class SimulatedRecordsContractTest extends RecordsContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
