package org.temoto.task.collective.engine;

/** Tests of collectives on threads, with late and unordered deliveries. */
class SimulatedCollectivesTest extends CollectivesContractTest {
  @Override
  protected String backend() {
    return "simulated";
  }
}
