package org.temoto.gas.engine.coherence;

import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.ByteSet;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.engine.owner.DirectoryWord;

/**
 * Bytes of one page that have been committed and that other PEs may not see yet. Registered by a
 * commit, which moves nothing; taken by the next release, which puts them. Until it is taken, later
 * commits to the page join it. All fields are guarded by the page's monitor; those of a taken one
 * are read by the release that took it.
 */
final class PendingCommit {
  final PagedMemory memory;
  final int page;
  final ByteSet bytes = new ByteSet();

  /**
   * The bytes that were open in the views: if the page has a twin, {@link #bytes} and those that
   * had not changed; else the same set.
   */
  final ByteSet asked;

  /** The commit of the same page that was taken before this one was registered, or null. */
  PendingCommit older;

  /** True if a release is putting it, so that nothing can join it any more. */
  // mutant: dirty-kept/2
  boolean taken;

  /** The directory word by which the bytes were put. */
  long word;

  /** The directory word as read last: before the first put, or after the version was bumped. */
  long now;

  /** True if its page was to be taken over, and there was no frame for it. */
  boolean refused;

  /** The version of the local copy before the page's version was bumped. */
  private long version;

  PendingCommit(PagedMemory memory, int page, PendingCommit older) {
    this.memory = memory;
    this.page = page;
    this.older = older;
    asked = memory.hasTwin(page) ? new ByteSet() : bytes;
  }

  /** The page's version is about to be bumped. */
  void noteVersion() {
    synchronized (memory.pages().monitor(page)) {
      version = memory.pages().version(page);
    }
  }

  /**
   * The version was bumped, and {@link #now} read after that: if the copy was up to date before and
   * no other PE has bumped it, the copy is up to date again. A copy that has got another version
   * meanwhile keeps it: the bump may be in it already, and the one seen be another PE's. Blocks
   * committed whole are at whatever version the page has now, for no other task may have written to
   * them. Under the page's monitor.
   */
  void updateVersion() {
    PageTable pages = memory.pages();
    long after = DirectoryWord.version(now);
    long committed = PageBlocks.covered(bytes, memory.pageBytes(page), memory.blockShift());
    boolean isSame = version == pages.version(page);
    boolean onlyThis =
        isSame && version != PageTable.NO_VERSION && after == DirectoryWord.next(version);
    if (onlyThis) {
      pages.version(page, after, pages.blocks(page) | committed);
    } else if (isSame && committed != PageBlocks.NONE || committed == PageBlocks.ALL) {
      pages.version(page, after, committed);
    }
  }

  /** It is complete, by the bump that made the word {@link #now}. Under the page's monitor. */
  void noteRow() {
    noteRow(DirectoryWord.version(now - DirectoryWord.ONE_VERSION), DirectoryWord.version(now));
  }

  /** It is complete, and has made one version of the page the other. Under the page's monitor. */
  void noteRow(long before, long after) {
    if (memory.rows() != null) {
      memory.rows().committed(page, before, after);
    }
  }

  /**
   * Tells whether its bytes are where {@link PagedMemory#committed} says, with all others of the
   * page: because it is of all, or because views had all of them open, and the rest of the copy is
   * of the version of {@link #word}.
   */
  boolean isWhole() {
    int all = memory.pageBytes(page);
    return bytes.coversAll(all) || asked.coversAll(all) && isCurrent();
  }

  private boolean isCurrent() {
    PageTable pages = memory.pages();
    synchronized (pages.monitor(page)) {
      return pages.version(page) == DirectoryWord.version(word)
          && pages.blocks(page) == PageBlocks.ALL
          && memory.twins().isWhole(page);
    }
  }
}
