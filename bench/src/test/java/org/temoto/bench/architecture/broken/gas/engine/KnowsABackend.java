package org.temoto.bench.architecture.broken.gas.engine;

import org.temoto.bench.architecture.broken.gas.simulated.Simulator;

/** The engine may not know a backend. */
public final class KnowsABackend {
  Simulator simulator;
}
