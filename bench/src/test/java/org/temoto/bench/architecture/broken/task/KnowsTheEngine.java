package org.temoto.bench.architecture.broken.task;

import org.temoto.bench.architecture.broken.gas.engine.Engine;

/** The task runtime may not know the engine. */
public final class KnowsTheEngine {
  Engine engine;
}
