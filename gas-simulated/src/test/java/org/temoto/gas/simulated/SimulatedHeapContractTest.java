package org.temoto.gas.simulated;

import org.temoto.gas.heap.HeapContractTest;

class SimulatedHeapContractTest extends HeapContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
