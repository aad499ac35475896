package org.temoto.gas.engine.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.transfer.Counters;

/**
 * Cache of the copies that one PE keeps, bounded over all its memories. Pages whose view memory is
 * a frame do not count. Least recently used pages go first; their memory returns to the system.
 */
public final class Cache {
  /** An eviction frees at least this share of the capacity, so that its search is paid rarely. */
  private static final int SHARE = 16;

  /**
   * Number of times that all resident pages have to be found in views before a localize is refused.
   * The pages are looked at one after the other, while other strands close views and open others.
   */
  private static final int HOPELESS_LOOKS = 100;

  private record Candidate(CachedMemory memory, int page, int age) {}

  private final long capacity;
  private final List<CachedMemory> memories = new CopyOnWriteArrayList<>();

  /** Bytes of copies that are here at present. */
  private final AtomicLong resident = new AtomicLong();

  private final LongAccumulator peak = new LongAccumulator(Math::max, 0);
  private final LongAccumulator pinnedPeak = new LongAccumulator(Math::max, 0);
  private final AtomicLong evictionsBegun = new AtomicLong();
  private final AtomicLong evictionsEnded = new AtomicLong();
  private final AtomicInteger tick = new AtomicInteger();

  public Cache(long capacity) {
    this.capacity = capacity;
  }

  public void add(CachedMemory memory) {
    memories.add(memory);
  }

  /** Forgets a memory that is closed. */
  public void remove(CachedMemory memory) {
    memories.remove(memory);
    PageTable pages = memory.pages();
    for (int page = 0; page < pages.pages(); page++) {
      if (pages.stamp(page) != PageTable.ABSENT && !pages.isMapped(page)) {
        resident.addAndGet(-(1L << memory.pageShift()));
      }
    }
  }

  /** Bytes of copies that were here at once, at most. */
  public long peak() {
    return peak.get();
  }

  /** Bytes that views pinned when the cache was full, at most. */
  public long pinnedPeak() {
    return pinnedPeak.get();
  }

  /** A number that grows with misses; the age of a page is the tick of its last use. */
  public int tick() {
    return tick.getOpaque();
  }

  /**
   * The number of evictions that have begun. A strand whose views stopped pinning has lost nothing
   * if this, read after they pin again, is what {@link #evictionsEnded} was before they stopped:
   * then none was under way at that moment, and none has begun since. It is raised before the
   * evictor looks for pins.
   */
  public long evictionsBegun() {
    return evictionsBegun.get();
  }

  /**
   * The number of evictions that have ended, with all their looks for pins; see {@link
   * #evictionsBegun}.
   */
  public long evictionsEnded() {
    return evictionsEnded.get();
  }

  /**
   * Makes room for {@code bytes} more.
   *
   * @throws RefusedException if what is pinned leaves no room
   */
  public void reserve(long bytes, Pins pins, Counters counters) {
    tick.setOpaque(tick.getOpaque() + 1); // no atomic: ages are estimates, where misses meet
    if (bytes == 0) {
      return;
    }
    if (bytes > capacity) {
      throw doesNotFit(bytes, pins);
    }
    int hopeless = 0;
    for (long now = resident.get(); !tryReserve(now, bytes); now = resident.get()) {
      if (now + bytes > capacity
          && evict(Math.max(now + bytes - capacity, capacity / SHARE), pins, counters) == 0) {
        if (isAllViewed(pins) && ++hopeless == HOPELESS_LOOKS) {
          throw doesNotFit(bytes, pins);
        }
        pins.makeWay();
      }
    }
  }

  /**
   * Tells whether views pin every page that takes cache. One that none pins has a commit on its
   * way, or another strand is just evicting it: it will go.
   */
  private boolean isAllViewed(Pins pins) {
    for (CachedMemory memory : memories) {
      PageTable pages = memory.pages();
      for (int page = 0; page < pages.pages(); page++) {
        if (pages.stamp(page) != PageTable.ABSENT
            && !pages.isMapped(page)
            && !pins.isViewed(memory, page)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean tryReserve(long now, long bytes) {
    if (now + bytes > capacity || !resident.compareAndSet(now, now + bytes)) {
      return false;
    }
    peak.accumulate(now + bytes);
    return true;
  }

  private RefusedException doesNotFit(long bytes, Pins pins) {
    return RefusedException.byOption(
        "cacheBytes",
        "a localize needs %s more bytes than are here; cache=%s bytes, pinned by active views: %s"
            .formatted(bytes, capacity, pins.describe()));
  }

  /** Takes back what {@link #reserve} promised and was not used. */
  public void unreserve(long bytes) {
    resident.addAndGet(-bytes);
  }

  /**
   * Evicts the least recently used pages until {@code wanted} bytes are free; returns how many
   * bytes were.
   */
  private long evict(long wanted, Pins pins, Counters counters) {
    evictionsBegun.incrementAndGet(); // before any pin is looked for: see evictionsBegun()
    try {
      pinnedPeak.accumulate(pins.pinnedBytes());
      long freed = 0;
      for (Candidate candidate : candidates()) {
        if (freed >= wanted) {
          break;
        }
        freed += evict(candidate.memory, candidate.page, pins, counters);
      }
      return freed;
    } finally {
      evictionsEnded.incrementAndGet();
    }
  }

  /** Drops one page if no strand needs it; returns the bytes freed. */
  private long evict(CachedMemory memory, int page, Pins pins, Counters counters) {
    PageTable pages = memory.pages();
    long stamp = pages.stamp(page);
    if (stamp < PageTable.UNVALIDATED || !pages.tryLock(page, stamp)) {
      return 0;
    }
    if (pins.isPinned(memory, page)) {
      pages.unlock(page, stamp);
      return 0;
    }
    long bytes = 1L << memory.pageShift();
    memory.view().discard((long) page << memory.pageShift(), bytes);
    synchronized (pages.monitor(page)) {
      pages.evicted(page);
      memory.evicted(page);
    }
    resident.addAndGet(-bytes); // before the unlock: what counts as resident is seen to be there
    pages.unlock(page, PageTable.ABSENT);
    counters.evictions++;
    return bytes;
  }

  /** The pages that could go, least recently used first. */
  private List<Candidate> candidates() {
    int now = tick.get();
    List<Candidate> all = new ArrayList<>();
    for (CachedMemory memory : memories) {
      PageTable pages = memory.pages();
      for (int page = 0; page < pages.pages(); page++) {
        if (pages.stamp(page) >= PageTable.UNVALIDATED && !pages.isMapped(page)) {
          all.add(new Candidate(memory, page, now - pages.lastUse(page)));
        }
      }
    }
    all.sort(Comparator.comparingInt(Candidate::age).reversed());
    return all;
  }
}
