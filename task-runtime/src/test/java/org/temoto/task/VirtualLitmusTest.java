package org.temoto.task;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of the memory model in virtual time, over networks of several latencies. */
class VirtualLitmusTest extends LitmusContractTest {
  @Override
  protected Stream<GasOptions> clusters() {
    return Stream.of(Costs.MODELLED, Costs.MEASURED)
        .flatMap(costs ->
            LongStream.of(0, 100, 1_800, 20_000)
                .mapToObj(latency ->
                    options("simulated", 3)
                        .with(
                            SimulationOptions.DEFAULT,
                            simulation ->
                                simulation
                                    .withSchedule(Schedule.VIRTUAL)
                                    .withCosts(costs)
                                    .withNetwork(new Network(latency, 9e9)))));
  }
}
