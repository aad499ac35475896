package org.temoto.task;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/** Tests of locks in virtual time, over networks of several latencies. */
class VirtualLockTest extends LockContractTest {
  @Override
  protected Stream<GasOptions> clusters() {
    return LongStream.of(0, 1_800, 20_000)
        .mapToObj(latency ->
            options("simulated", 3)
                .with(
                    SimulationOptions.DEFAULT,
                    simulation ->
                        simulation
                            .withSchedule(Schedule.VIRTUAL)
                            .withNetwork(new Network(latency, 9e9))));
  }
}
