package org.temoto.gas.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.temoto.gas.engine.memory.ViewMemory;
import org.temoto.gas.engine.transfer.Counters;

class CacheTest {
  private static final int SHIFT = 12;
  private static final int PAGE = 1 << SHIFT;

  private record Copies(PageTable pages, ViewMemory view) implements CachedMemory {
    @Override
    public void evicted(int page) {}

    @Override
    public int pageShift() {
      return SHIFT;
    }
  }

  /** Pins nothing, and notes what a strand would that freezes its views while the evictor looks. */
  private static final class Freezing implements Pins {
    private final Cache cache;
    private long atFreeze = -1;

    Freezing(Cache cache) {
      this.cache = cache;
    }

    @Override
    public boolean isPinned(CachedMemory memory, int page) {
      if (atFreeze < 0) {
        atFreeze = cache.evictionsEnded();
      }
      return false;
    }

    @Override
    public boolean isViewed(CachedMemory memory, int page) {
      return false;
    }

    @Override
    public void makeWay() {}

    @Override
    public long pinnedBytes() {
      return 0;
    }

    @Override
    public String describe() {
      return "nothing";
    }
  }

  @Test
  void shouldTellAStrandThatFrozeDuringAnEvictionOfIt() {
    Cache cache = new Cache(2 * PAGE);
    try (ViewMemory view = new ViewMemory(4 * PAGE, null, false)) {
      Copies memory = new Copies(new PageTable(4, new BitSet()), view);
      cache.add(memory);
      Freezing pins = new Freezing(cache);
      for (int page = 0; page < 2; page++) {
        assertThat(memory.pages.tryLock(page, PageTable.ABSENT)).isTrue();
        cache.reserve(PAGE, pins, new Counters());
        memory.pages.unlock(page, 0);
      }

      cache.reserve(PAGE, pins, new Counters());

      assertThat(memory.pages.stamp(0)).as("the page is gone").isEqualTo(PageTable.ABSENT);
      assertThat(cache.evictionsBegun()).as("and the strand sees that").isNotEqualTo(pins.atFreeze);
      assertThat(cache.evictionsBegun()).isEqualTo(cache.evictionsEnded());
    }
  }
}
