package org.temoto.gas.simulated.backend;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.spi.ProcessingElement;

/** Runs programs on clusters whose deliveries do not depend on the clock. */
final class Clusters {
  private Clusters() {}

  static GasOptions options(int pes) {
    return GasOptions.DEFAULT.withPes(pes).withHeapBytes(8 << 20);
  }

  /**
   * Runs {@code program} on {@code pes} PEs whose network takes no time; nothing is delivered only
   * because it has become old.
   */
  static void timeless(int pes, long seed, Consumer<ProcessingElement> program) {
    try (SimulatedCluster cluster =
        new SimulatedCluster(options(pes), new Reordering(seed, Reordering.FOREVER))) {
      cluster.run(program);
    }
  }

  static void timed(int pes, Network network, Consumer<ProcessingElement> program) {
    new SimulatedBackend()
        .launch(
            options(pes)
                .with(SimulationOptions.DEFAULT, simulation -> simulation.withNetwork(network)),
            program);
  }
}
