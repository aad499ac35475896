package org.temoto.bench.architecture.broken.apps;

import org.temoto.bench.architecture.broken.gas.engine.Engine;

/** Applications may not know the engine. */
public final class KnowsTheEngine {
  Engine engine;
}
