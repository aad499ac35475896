package org.temoto.bench.architecture.broken.gas.engine.cache;

import org.temoto.bench.architecture.broken.gas.engine.view.View;

/** Knows the views, which know it: a cycle. */
public final class Cache {
  View view;
}
