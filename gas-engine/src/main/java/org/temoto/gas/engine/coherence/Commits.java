package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.memory.Twins;

/**
 * Table of the commits of this PE that are not complete. A commit only registers its bytes here: no
 * communication. The next release puts them, so a range that several nested tasks commit one after
 * the other goes out once.
 */
public final class Commits {
  private final OpenViews views;
  private final AtomicLong outstanding = new AtomicLong();
  private List<PendingCommit> open = new ArrayList<>();

  Commits(OpenViews views) {
    this.views = views;
  }

  /**
   * Tells whether there is nothing to complete; volatile, so a commit that happened before is seen.
   */
  boolean isEmpty() {
    return outstanding.get() == 0;
  }

  /** Registers the bytes of {@code extent}, which an active view of this PE has open. */
  void register(PagedMemory memory, Extent extent) {
    int next = 0;
    for (int piece = 0; piece < extent.pieces(); piece++) {
      long from = extent.pieceStart(piece);
      int last = (int) (extent.pieceEnd(piece) - 1 >>> memory.pageShift());
      for (int page = Math.max(next, (int) (from >>> memory.pageShift())); page <= last; page++) {
        register(memory, page, extent);
        next = page + 1;
      }
    }
  }

  private void register(PagedMemory memory, int page, Extent extent) {
    synchronized (memory.pages().monitor(page)) {
      PendingCommit commit = open(memory, page);
      extent.addTo(commit.bytes, memory.pageStart(page), memory.pageEnd(page));
      // mutant: twin-not-told
      if (commit.asked != commit.bytes) {
        tellTwin(commit, extent);
      }
    }
  }

  /** A method of its own, so that commits to pages without twins, which are most, are inlined. */
  private static void tellTwin(PendingCommit commit, Extent extent) {
    PagedMemory memory = commit.memory;
    extent.addTo(commit.asked, memory.pageStart(commit.page), memory.pageEnd(commit.page));
    memory.twins().commit(commit.page, extent);
  }

  /**
   * Registers those bytes of {@code extent}, which an active view of this PE has open, that have
   * changed since they were registered or fetched; all of them where the page has no twin.
   */
  void registerChanges(PagedMemory memory, Extent extent) {
    for (int page : extent.pages(memory.pageShift())) {
      if (memory.hasTwin(page)) {
        registerChanges(memory, page, extent);
      } else {
        register(memory, page, extent);
      }
    }
  }

  private void registerChanges(PagedMemory memory, int page, Extent extent) {
    Twins twins = memory.twins();
    synchronized (memory.pages().monitor(page)) {
      if (twins.differs(page, extent)) {
        PendingCommit commit = open(memory, page);
        twins.commitChanges(page, extent, views.narrowestStores(memory, page), commit.bytes);
        extent.addTo(commit.asked, memory.pageStart(page), memory.pageEnd(page));
      }
    }
  }

  /** The commit of the page that later ones join. Under the page's monitor. */
  private PendingCommit open(PagedMemory memory, int page) {
    PendingCommit commit = memory.pending(page);
    if (commit == null || commit.taken) {
      commit = new PendingCommit(memory, page, commit);
      memory.pending(page, commit);
      add(commit);
    }
    return commit;
  }

  /**
   * Counted before it can be taken: were it taken and completed first, the count would fall short
   * by one for a moment, and the release of another strand would take its own commit for complete.
   */
  private void add(PendingCommit commit) {
    outstanding.incrementAndGet();
    synchronized (this) {
      open.add(commit);
    }
  }

  /** Takes all that is registered; nothing joins these commits any more. */
  // mutant: unordered-recommit/5, dirty-kept/3
  List<PendingCommit> take() {
    List<PendingCommit> batch;
    synchronized (this) {
      batch = open;
      open = new ArrayList<>();
    }
    for (PendingCommit commit : batch) {
      synchronized (commit.memory.pages().monitor(commit.page)) {
        commit.taken = true;
      }
    }
    return batch;
  }

  /**
   * {@code later}, which has been taken, becomes a part of {@code commit}, which is of the same
   * page and was taken before it.
   */
  void join(PendingCommit commit, PendingCommit later) {
    PagedMemory memory = commit.memory;
    synchronized (memory.pages().monitor(commit.page)) {
      commit.bytes.addAll(later.bytes);
      if (commit.asked != commit.bytes) {
        commit.asked.addAll(later.asked);
      }
      unlink(later, later.older);
    }
    outstanding.decrementAndGet();
  }

  /**
   * Takes {@code commit} out of those of its page, of which {@code instead} follows it; there may
   * be later ones, one of which is taken and the next not. Under the page's monitor.
   */
  private static void unlink(PendingCommit commit, PendingCommit instead) {
    PendingCommit newest = commit.memory.pending(commit.page);
    if (newest == commit) {
      commit.memory.pending(commit.page, instead);
      return;
    }
    while (newest.older != commit) {
      newest = newest.older;
    }
    newest.older = instead;
  }

  /**
   * The commit is complete: its bytes are where all PEs look for them. Under the page's monitor.
   */
  void completed(PendingCommit commit) {
    PagedMemory memory = commit.memory;
    memory.pages().completed(commit.page);
    unlink(commit, commit.older);
    outstanding.decrementAndGet();
  }
}
