package org.temoto.gas.engine.cache;

import org.temoto.gas.engine.memory.ViewMemory;

/** Memory as the cache sees it. */
public interface CachedMemory {
  int pageShift();

  PageTable pages();

  ViewMemory view();

  /** The page has been evicted, by the holder of its lock and monitor. */
  void evicted(int page);
}
