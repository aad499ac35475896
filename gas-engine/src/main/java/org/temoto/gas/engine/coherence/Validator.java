package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.cache.Pins;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * Validator that brings the pages of a view up to what an epoch must see; one per strand. Locks the
 * pages that fall short, reads their directory words together, fetches those whose version changed
 * together, waits once.
 *
 * <p>Of a page, only the blocks are fetched that the view touches and that are not here in the
 * page's version, with as many neighbours as cost hardly more.
 *
 * <p>The version recorded with a copy is one read before its bytes were fetched, and the epoch one
 * read before that word: so a commit that runs at the same time can only cause a fetch too many. If
 * this PE completed a commit to the page since the fetch began, the copy may lack it, and is
 * fetched again. A strand never waits for a page's lock while it holds another.
 */
final class Validator {
  private final StrandChannel port;
  private final Epochs epochs;
  private final Cache cache;
  private final Pins pins;
  private final FetchBatch batch;

  Validator(StrandChannel port, PeCoherence pe, Cache cache, Pins pins) {
    this.port = port;
    this.epochs = pe.epochs();
    this.cache = cache;
    this.pins = pins;
    this.batch = new FetchBatch(port, pe);
  }

  /**
   * Makes every page of {@code view}, which pins them, valid for {@code epoch}.
   *
   * @param travelling copies of which some may be of its pages: what it needs of them is awaited
   * @return whether there was communication
   */
  boolean bring(OpenView view, long epoch, List<Prefetch> travelling) {
    boolean communicated = false;
    batch.begin(view);
    for (; ; ) {
      int blocked = collect(view, epoch);
      if (batch.isEmpty()) {
        if (blocked < 0) {
          return communicated;
        }
        awaitUnlocked(view.paged(), blocked);
      } else {
        long start = port.pe().clock().now();
        long bytesBefore = port.counters().bytesFetched;
        communicated |= fetch(view, epoch, travelling);
        batch.trustCopies();
        port.fetched(start, bytesBefore);
      }
    }
  }

  /** Waits until no page of the view is being fetched or installed. */
  void awaitUnlocked(OpenView view) {
    for (int i = 0; i < view.pageCount(); i++) {
      awaitUnlocked(view.paged(), view.page(i));
    }
  }

  private void awaitUnlocked(PagedMemory memory, int page) {
    while (memory.pages().stamp(page) == PageTable.LOCKED) {
      port.pause();
    }
  }

  /**
   * Locks what falls short into the batch; returns a page that another strand has locked, or -1.
   */
  private int collect(OpenView view, long epoch) {
    PagedMemory memory = view.paged();
    PageTable pages = memory.pages();
    long needed = view.needed(memory.enough(epoch));
    boolean stores = needed == PageTable.UNVALIDATED;
    boolean trusts = batch.trustsCopies();
    int blocked = -1;
    for (int i = 0; i < view.pageCount(); i++) {
      int page = view.page(i);
      long stamp = pages.stamp(page);
      boolean good = stamp >= needed && (trusts || stores);
      if (good || isValidInPlace(memory, page, stamp)) {
        continue;
      }
      long wanted = stores ? PageBlocks.NONE : view.blocks(page);
      if (stamp >= PageTable.UNVALIDATED && trusts && pages.holds(page, wanted, needed)) {
        continue;
      }
      // mutant: no-page-lock
      if (pages.tryLock(page, stamp)) {
        batch.add(page, stamp, wanted);
      } else {
        blocked = page;
      }
    }
    return blocked;
  }

  /**
   * A page that this PE manages and still has in its own frame is valid by itself: no lock, no
   * communication.
   */
  private boolean isValidInPlace(PagedMemory memory, int page, long stamp) {
    PageTable pages = memory.pages();
    if (stamp == PageTable.LOCKED || memory.isIdentity() || !pages.isMapped(page)) {
      return false;
    }
    long before = epochs.current();
    long word = memory.directory().ownWord(page);
    // mutant: copy-onto-itself/1
    if (!memory.isInPlace(page, word)) {
      return false;
    }
    synchronized (pages.monitor(page)) {
      pages.version(page, DirectoryWord.version(word));
    }
    pages.raise(page, stamp, before);
    return true;
  }

  private boolean fetch(OpenView view, long epoch, List<Prefetch> travelling) {
    try {
      cache.reserve(batch.absentBytes(), pins, port.counters());
      batch.makePresent(cache.tick());
      if (!view.needsContents()) {
        batch.unlockStored();
      }
      List<Prefetch> used = batch.isEmpty() ? List.of() : awaitUsed(travelling);
      long enough = view.paged().enough(epoch);
      for (Prefetch arrived : used) {
        // mutant: awaited-any-epoch/1
        if (arrived.validEpoch() >= enough) {
          // mutant: awaited-any-epoch/2
          batch.finish(arrived);
        }
      }
      return !batch.isEmpty() && fetchLocked(view.paged().frames(), enough, used);
    } finally {
      batch.abandon(cache);
    }
  }

  /** Prefetches that tell of pages of the batch; waits for those that have bytes that it wants. */
  private List<Prefetch> awaitUsed(List<Prefetch> travelling) {
    List<Prefetch> used = List.of();
    for (Prefetch prefetch : travelling) {
      if (!batch.isServedBy(prefetch)) {
        continue;
      }
      // mutant: part-not-awaited/1
      if (batch.isToAwait(prefetch)) {
        prefetch.arrive();
      }
      // mutant: part-not-awaited/2
      if (prefetch.isDone()) {
        used = used.isEmpty() ? new ArrayList<>() : used;
        used.add(prefetch);
      }
    }
    return used;
  }

  private boolean fetchLocked(Frames frames, long enough, List<Prefetch> arrived) {
    boolean communicated = false;
    int ticket = frames.beginUse(port);
    try {
      while (!batch.isEmpty()) {
        long before = epochs.current();
        communicated |= batch.readWords(enough, before);
        for (Prefetch prefetch : arrived) {
          batch.installCurrent(prefetch);
        }
        communicated |= batch.startFetches();
        batch.finish();
      }
      return communicated;
    } finally {
      frames.endUse(ticket);
    }
  }
}
