package org.temoto.bench.architecture.broken.gas.shmem;

import org.temoto.bench.architecture.broken.gas.simulated.Simulator;

/** A backend may not know another. */
public final class KnowsTheSimulator {
  Simulator simulator;
}
