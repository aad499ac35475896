package org.temoto.bench.architecture.broken.apps;

import org.temoto.bench.architecture.broken.gas.simulated.Simulator;

/** Applications may not name a backend. */
public final class NamesABackend {
  Simulator simulator;
}
