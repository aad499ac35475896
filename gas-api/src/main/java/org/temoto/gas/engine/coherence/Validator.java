package org.temoto.gas.engine.coherence;

import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.cache.Pins;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.FrameUse;
import org.temoto.gas.engine.transfer.Port;

/**
 * Brings the pages of a view up to what an epoch must see; one per strand. Locks the pages that
 * fall short, reads their directory words together, fetches those whose version changed together,
 * waits once.
 *
 * <p>The version recorded with a copy is one read before its bytes were fetched, and the epoch one
 * read before that word: so a commit that runs at the same time can only cause a fetch too many. If
 * this PE completed a commit to the page since the fetch began, the copy may lack it, and is
 * fetched again. A strand never waits for a page's lock while it holds another.
 */
final class Validator {
  private final Port port;
  private final Epochs epochs;
  private final Cache cache;
  private final Pins pins;
  private final boolean caching;
  private final FetchBatch batch;

  Validator(Port port, Epochs epochs, Cache cache, Pins pins, OpenViews views, boolean caching) {
    this.port = port;
    this.epochs = epochs;
    this.cache = cache;
    this.pins = pins;
    this.caching = caching;
    this.batch = new FetchBatch(port, views);
  }

  /**
   * Makes every page of {@code view}, which pins them, valid for {@code epoch}.
   *
   * @param again whether the view was active before: its bytes count as refetched, and its pages
   *     have contents also where it stores only, which its task's children may have changed
   * @param arrived copies of some of its pages, or null
   * @return whether there was communication
   */
  boolean bring(OpenView view, long epoch, boolean again, Prefetch arrived) {
    boolean communicated = false;
    boolean trusts = caching;
    for (; ; ) {
      int blocked = collect(view, epoch, again, trusts);
      if (batch.isEmpty()) {
        if (blocked < 0) {
          return communicated;
        }
        awaitUnlocked(view.paged(), blocked);
      } else {
        long start = port.pe().clock().now();
        long bytesBefore = port.counters().bytesFetched;
        communicated |= fetch(view, epoch, again, trusts, arrived);
        trusts = true; // what has just been fetched
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
  private int collect(OpenView view, long epoch, boolean again, boolean trusts) {
    PagedMemory memory = view.paged();
    PageTable pages = memory.pages();
    batch.begin(memory);
    long enough = memory.enough(epoch);
    int blocked = -1;
    for (int i = 0; i < view.pageCount(); i++) {
      int page = view.page(i);
      long stamp = pages.stamp(page);
      long needed = again ? enough : view.needed(page, enough);
      boolean good = stamp >= needed && (trusts || needed == PageTable.UNVALIDATED);
      if (good || isValidInPlace(memory, page, stamp)) {
        continue;
      }
      if (pages.tryLock(page, stamp)) {
        batch.add(page, stamp);
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
    if (!memory.isInPlace(page, word)) {
      return false;
    }
    synchronized (pages.monitor(page)) {
      pages.version(page, DirectoryWord.version(word));
    }
    pages.raise(page, stamp, before);
    return true;
  }

  private boolean fetch(
      OpenView view, long epoch, boolean again, boolean trusts, Prefetch arrived) {
    try {
      cache.reserve(batch.absentBytes(), pins, port.counters());
      batch.makePresent(cache.tick());
      if (!again) {
        batch.unlockStoredWhole(view);
      }
      if (arrived != null && arrived.validEpoch() >= view.paged().enough(epoch)) {
        batch.finish(arrived);
      }
      return !batch.isEmpty() && fetchLocked(view.paged().frames().use(), again, trusts);
    } finally {
      batch.abandon(cache);
    }
  }

  private boolean fetchLocked(FrameUse use, boolean again, boolean trusts) {
    boolean communicated = false;
    int place = use.begin(port);
    try {
      while (!batch.isEmpty()) {
        long before = epochs.current();
        communicated |= batch.readWords();
        communicated |= batch.startFetches(again, trusts);
        batch.finish(before);
      }
      return communicated;
    } finally {
      use.end(place);
    }
  }
}
