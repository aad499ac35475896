package org.temoto.gas.engine.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.Extent;

/**
 * Tests of the two-sided rule that the hit path rests on: a view is published, then its page's
 * stamp is looked at; an evictor locks the page, then looks for views. One of the two must see the
 * other. Two threads meet at it many times, at shifting distances. In some rounds one waits for the
 * other, for on one core either might always be the first.
 */
class PinEvictLitmusTest {
  private static final int ROUNDS = 500_000;
  private static final int PAGE = 0;

  /**
   * Number of rounds among which the evictor is certainly the first in one, the opener in another.
   */
  private static final int CYCLE = 1000;

  /** A view of one page, as the evictor sees it. */
  private record OnePage(PagedMemory paged, int only) implements OpenView {
    @Override
    public Extent extent() {
      return Extent.of((long) only << 12, (long) (only + 1) << 12);
    }

    @Override
    public boolean writes() {
      return false;
    }

    @Override
    public boolean storesOnly() {
      return false;
    }

    @Override
    public int storeBytes() {
      return 0;
    }

    @Override
    public State state() {
      return State.ACTIVE;
    }

    @Override
    public int pageCount() {
      return 1;
    }

    @Override
    public int page(int i) {
      return only;
    }
  }

  private final PageTable pages = new PageTable(1, new BitSet());
  private final PagedMemory memory =
      new PagedMemory(
          "litmus",
          1 << 12,
          12,
          OwnershipPolicy.FIXED,
          PagedMemory.Residence.CACHED,
          0,
          null,
          null,
          pages,
          null,
          null,
          null);
  private final OpenViews views = new OpenViews();
  private final ViewStack stack = views.newStack();
  private final OpenView view = new OnePage(memory, PAGE);

  /** The round that is on, and the last ones that the opener and the evictor have ended. */
  private final AtomicInteger begun = new AtomicInteger();

  private final AtomicInteger opened = new AtomicInteger();

  private final AtomicInteger ended = new AtomicInteger();
  private boolean evicted;

  /** The stamp of the page before each round. */
  private long stamp;

  /** Opens a view as StrandCoherence does; tells whether it hits. */
  private boolean open() {
    stack.push(view);
    VarHandle.fullFence();
    return pages.stamp(PAGE) >= stamp && (stamp >= 0 || pages.holds(PAGE, view.blocks(PAGE), 0));
  }

  /** Evicts as Cache does; tells whether it did. */
  private boolean evict() {
    if (!pages.tryLock(PAGE, stamp) || views.isPinned(memory, PAGE)) {
      return false;
    }
    synchronized (pages.monitor(PAGE)) {
      pages.version(PAGE, PageTable.NO_VERSION);
    }
    return true;
  }

  @Test
  void shouldNeverBothHitAndEvict() throws InterruptedException {
    meet(0);
  }

  @Test
  void shouldNeverBothHitAndEvictAPageOfWhichAPartIsValid() throws InterruptedException {
    meet(PageTable.UNVALIDATED);
  }

  private void meet(long before) throws InterruptedException {
    stamp = before;
    Thread evictor = Thread.ofPlatform().daemon().start(this::evictEachRound);
    int hits = 0;
    int evictions = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      synchronized (pages.monitor(PAGE)) {
        pages.version(PAGE, 0);
        pages.partEpoch(PAGE, 0);
      }
      pages.unlock(PAGE, stamp);
      begun.set(round);
      if (round % CYCLE == 1) {
        Rounds.await(ended, round);
      }
      Rounds.delay(round % 5);
      boolean hit = open();
      opened.set(round);
      Rounds.await(ended, round);
      assertThat(hit && evicted).as("round %d: hit and evicted", round).isFalse();
      hits += hit ? 1 : 0;
      evictions += evicted ? 1 : 0;
      stack.remove(view);
    }
    evictor.join();
    assertThat(hits).as("hits").isGreaterThanOrEqualTo(ROUNDS / CYCLE);
    assertThat(evictions).as("evictions").isGreaterThanOrEqualTo(ROUNDS / CYCLE);
  }

  private void evictEachRound() {
    for (int round = 1; round <= ROUNDS; round++) {
      Rounds.await(begun, round);
      if (round % CYCLE == 2) {
        Rounds.await(opened, round);
      }
      Rounds.delay(round / 5 % 5);
      evicted = evict();
      ended.set(round);
    }
  }
}
