package org.temoto.bench.architecture.broken.apps;

import org.temoto.bench.architecture.broken.gas.simulated.SimulatedBackend;

/** Applications may not name a backend. */
public final class NamesABackend {
  SimulatedBackend backend;
}
