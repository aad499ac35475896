package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.ProcessingElement;

/** Runs programs in virtual time, and tells how long they take there. */
final class VirtualPes {
  static final long WORD = 64;
  static final long LATENCY = 2_000;

  /** 1 byte per nanosecond. */
  static final Network NETWORK = new Network(LATENCY, 8e9);

  /** Reading the clock and scheduling points take 1 ns, nothing else anything. */
  static final Costs COSTS = new Costs(false, 10, 1, 1, 700, 40, 50);

  /** More than all readings and points of a test take together. */
  static final long SLIGHTLY = 100;

  static void launch(int pes, Consumer<ProcessingElement> program) {
    launch(pes, COSTS, program);
  }

  static void launch(int pes, Costs costs, Consumer<ProcessingElement> program) {
    launch(pes, costs, NETWORK, program);
  }

  static void launch(int pes, Costs costs, Network network, Consumer<ProcessingElement> program) {
    GasOptions options =
        Clusters.options(pes)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withSchedule(Schedule.VIRTUAL).withCosts(costs));
    new SimulatedBackend()
        .launch(
            options.with(SimulationOptions.DEFAULT, simulation -> simulation.withNetwork(network)),
            program);
  }

  static void assertTook(long nanos, long expected) {
    assertThat(nanos).isBetween(expected, expected + SLIGHTLY);
  }

  static long time(ProcessingElement pe, Runnable action) {
    long start = pe.clock().now();
    action.run();
    return pe.clock().now() - start;
  }

  /** Keeps a core for so long. */
  static void compute(long nanos) {
    ThreadClock thread = new ThreadClock();
    long before = thread.now();
    while (thread.now() - before < nanos) {
      Thread.onSpinWait();
    }
  }

  private VirtualPes() {}
}
