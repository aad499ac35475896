package org.temoto.gas.engine.coherence;

import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.CachedMemory;
import org.temoto.gas.engine.cache.Pins;
import org.temoto.gas.engine.transfer.AsyncChannelPool;
import org.temoto.gas.engine.transfer.StrandChannel;

/** Coherence state that all strands of one PE share. */
public final class PeCoherence {
  private final Epochs epochs = new Epochs();
  private final OpenViews views = new OpenViews();
  private final Commits commits = new Commits(views);
  private final Releaser releaser;
  private final Cache cache;
  private final AsyncChannelPool carriers;
  private final boolean automatic;
  private final boolean caching;

  public PeCoherence(Cache cache, AsyncChannelPool carriers, GasOptions options) {
    this.carriers = carriers;
    this.releaser = new Releaser(commits, carriers);
    this.cache = cache;
    this.automatic = options.coherence() == Coherence.AUTOMATIC;
    this.caching = EngineOptions.of(options).has(EngineOptions.Feature.CACHING);
  }

  public StrandCoherence newStrand(StrandChannel port) {
    return new StrandCoherence(port, this, cache, new StrandPins(port));
  }

  public OpenViews views() {
    return views;
  }

  /** Tells whether copies are trusted. */
  boolean isCaching() {
    return caching;
  }

  /** Tells whether what write views have open is committed without being told. */
  boolean isAutomatic() {
    return automatic;
  }

  AsyncChannelPool carriers() {
    return carriers;
  }

  Epochs epochs() {
    return epochs;
  }

  Commits commits() {
    return commits;
  }

  Releaser releaser() {
    return releaser;
  }

  int tick() {
    return cache.tick();
  }

  long evictionsBegun() {
    return cache.evictionsBegun();
  }

  long evictionsEnded() {
    return cache.evictionsEnded();
  }

  /** Pages that may not be evicted, as asked by the strand with this port. */
  private final class StrandPins implements Pins {
    private final StrandChannel port;

    StrandPins(StrandChannel port) {
      this.port = port;
    }

    /** Views first: one that closes after the look has registered its commits before it closed. */
    @Override
    public boolean isPinned(CachedMemory cached, int page) {
      PagedMemory memory = (PagedMemory) cached;
      // mutant: evict-pinned
      if (views.isPinned(memory, page)) {
        return true;
      }
      synchronized (memory.pages().monitor(page)) {
        // mutant: evict-in-flight, evict-dirty
        return memory.pending(page) != null;
      }
    }

    @Override
    public boolean isViewed(CachedMemory memory, int page) {
      return views.isPinned((PagedMemory) memory, page);
    }

    @Override
    public void makeWay() {
      releaser.release(port);
      port.pause();
    }

    @Override
    public long pinnedBytes() {
      return views.pinnedBytes();
    }

    @Override
    public String describe() {
      return views.describe();
    }
  }
}
