package org.temoto.gas.simulated;

import org.junit.jupiter.api.Test;
import org.temoto.gas.heap.HeapContractTest;

class SimulatedHeapContractTest extends HeapContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  /** More PEs than can send to one in the same round. */
  @Test
  void shouldExchangeInRounds() {
    spmd(300, HeapContractTest::exchange);
  }
}
