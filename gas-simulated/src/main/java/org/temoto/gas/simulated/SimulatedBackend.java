package org.temoto.gas.simulated;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Runs {@link GasOptions#pes()} processing elements in this JVM, each with a main strand of its
 * own. When {@link #launch} returns, every strand of the job has ended and the heaps are unmapped:
 * a segment kept from them must not be used. Only where the job has failed, and a strand neither
 * communicates nor waits through this library for five seconds more ({@code
 * temoto.patience.millis}), does it return before that; the strand goes on, and the heaps are
 * unmapped when it has ended.
 *
 * <p>Interrupting the launching thread aborts the job; so does interrupting a strand that waits.
 */
public final class SimulatedBackend implements Backend {
  public static final String NAME = "simulated";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isLaunched() {
    return false;
  }

  @Override
  public void launch(GasOptions options, Consumer<ProcessingElement> program) {
    try (SimulatedCluster cluster = new SimulatedCluster(options, Weakness.of(options.seed()))) {
      cluster.run(program);
    }
  }
}
