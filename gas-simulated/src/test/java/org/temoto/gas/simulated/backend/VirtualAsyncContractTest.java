package org.temoto.gas.simulated.backend;

import org.temoto.gas.AsyncContractTest;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of the same contract in virtual time, on a network that takes some. */
class VirtualAsyncContractTest extends AsyncContractTest {
  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  @Override
  protected GasOptions options(int pes) {
    return super.options(pes)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withSchedule(Schedule.VIRTUAL)
                    .withCosts(Costs.MODELLED)
                    .withNetwork(new Network(1_800, 9e9)));
  }
}
