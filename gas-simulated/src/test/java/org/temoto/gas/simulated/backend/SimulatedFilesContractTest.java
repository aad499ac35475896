package org.temoto.gas.simulated.backend;

import org.temoto.gas.FilesContractTest;

class SimulatedFilesContractTest extends FilesContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }
}
