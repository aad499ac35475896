package org.temoto.bench.architecture.broken.gas;

import org.temoto.bench.architecture.broken.gas.engine.Engine;

/** The public API may know the engine's launcher only. */
public final class PassesTheLauncherBy {
  Engine engine;
}
