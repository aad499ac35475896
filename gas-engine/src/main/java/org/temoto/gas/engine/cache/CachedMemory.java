package org.temoto.gas.engine.cache;

import org.temoto.gas.engine.memory.ViewMemory;

/** What the cache sees of a memory. */
public interface CachedMemory {
  String name();

  int pageShift();

  PageTable pages();

  ViewMemory view();
}
