package org.temoto.gas.simulated.backend;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Backend that runs {@link GasOptions#pes()} processing elements in this JVM, each with a main
 * strand of its own. When {@link #launch} returns, every strand of the job has ended and the heaps
 * are unmapped: a segment kept from them must not be used. Only where the job has failed, and a
 * strand neither communicates nor waits through this library for five seconds more ({@code
 * temoto.patience.millis}), does it return before that; the strand goes on, and the heaps are
 * unmapped when it has ended.
 *
 * <p>Interrupting the launching thread aborts the job; so does interrupting a strand that waits.
 */
public final class SimulatedBackend implements Backend {
  public static final String NAME = "simulated";

  private static final double PACKET_BITS = 4096 * 8;
  private static final double SLOW_SECONDS = 1;

  /** For the service loader. */
  public SimulatedBackend() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<OptionGroup> defaultGroups() {
    return List.of(SimulationOptions.DEFAULT);
  }

  @Override
  public boolean isLaunched() {
    return false;
  }

  @Override
  public void launch(GasOptions options, Consumer<ProcessingElement> program) {
    warnOfSlowness(SimulationOptions.of(options));
    try (SimulatedCluster cluster = new SimulatedCluster(options, Reordering.of(options.seed()))) {
      cluster.run(program);
    }
  }

  /**
   * A strand that waits for a page for hours polls for hours, and every poll is simulated, or
   * waited for.
   */
  private static void warnOfSlowness(SimulationOptions options) {
    Network.Costs costs = options.network().costs();
    double seconds = costs.latencyNanos() / 1e9 + PACKET_BITS / costs.bitsPerSecond();
    if (seconds >= SLOW_SECONDS) {
      System.getLogger(SimulatedBackend.class.getPackageName())
          .log(
              Level.WARNING,
              "a packet of 4 KiB takes %.1f s on this network: %s"
                  .formatted(
                      seconds,
                      options.schedule() == Schedule.THREADS
                          ? "so does each on the wall clock"
                          : "PEs that wait poll all the time, which may take minutes to simulate"));
    }
  }
}
