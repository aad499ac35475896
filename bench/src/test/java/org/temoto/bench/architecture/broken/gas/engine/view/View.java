package org.temoto.bench.architecture.broken.gas.engine.view;

import org.temoto.bench.architecture.broken.gas.engine.cache.Cache;

/** The other half of the cycle. */
public final class View {
  Cache cache;
}
