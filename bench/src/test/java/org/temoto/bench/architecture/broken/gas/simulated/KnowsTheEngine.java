package org.temoto.bench.architecture.broken.gas.simulated;

import org.temoto.bench.architecture.broken.gas.engine.Engine;

/** A backend may not know the engine. */
public final class KnowsTheEngine {
  Engine engine;
}
