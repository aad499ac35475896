package org.temoto.task.collective.engine;

/** On threads, with late and unordered deliveries. */
class SimulatedCollectivesTest extends CollectivesContractTest {
  @Override
  protected String backend() {
    return "simulated";
  }
}
