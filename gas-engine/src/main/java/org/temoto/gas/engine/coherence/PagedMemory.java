package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.engine.cache.CachedMemory;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.ByteSet;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.engine.memory.Twins;
import org.temoto.gas.engine.memory.ViewMemory;
import org.temoto.gas.engine.owner.Directory;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.Forwarding;
import org.temoto.gas.engine.owner.Frames;

/** One PE's side of one memory: directory, frames, local copies, and commits on their way. */
public final class PagedMemory implements CachedMemory {
  /** Mode in which the bytes of a memory are here. */
  public enum Residence {
    /** Some pages are copies, which come and go. */
    CACHED,
    /** There is no other PE, and every page is mapped: none is ever stale, and none is put. */
    ALONE,
    /** The view memory of every page is the one place that holds its bytes, on all PEs. */
    IDENTITY
  }

  private final String name;
  private final long byteSize;
  private final int pageShift;
  private final OwnershipPolicy ownership;
  private final Residence residence;
  private final int me;
  private final Directory directory;
  private final Frames frames;
  private final PageTable pages;
  private final ViewMemory view;

  /** Null where commits are of the bytes that the program names. */
  private final Twins twins;

  /** Null where readers get pages from their owners only. */
  private final Forwarding forwarding;

  /** Null where no policy asks for them. */
  private final CommitRows rows;

  private final PendingCommit[] pending;

  /** Volatile: written by the program's strand, read by those of tasks. */
  private volatile long sealedAt = Long.MAX_VALUE;

  /**
   * @param twins of the view memory, or null where commits are of the bytes that the program names
   * @param forwarding or null
   */
  public PagedMemory(
      String name,
      long byteSize,
      int pageShift,
      OwnershipPolicy ownership,
      Residence residence,
      int me,
      Directory directory,
      Frames frames,
      PageTable pages,
      ViewMemory view,
      Twins twins,
      Forwarding forwarding) {
    this.name = name;
    this.byteSize = byteSize;
    this.pageShift = pageShift;
    this.ownership = ownership;
    this.residence = residence;
    this.me = me;
    this.directory = directory;
    this.frames = frames;
    this.pages = pages;
    this.view = view;
    this.twins = twins;
    this.forwarding = forwarding;
    this.rows = ownership == OwnershipPolicy.ADAPTIVE ? new CommitRows(pages.pages()) : null;
    this.pending = new PendingCommit[pages.pages()];
  }

  public String name() {
    return name;
  }

  @Override
  public int pageShift() {
    return pageShift;
  }

  /** The shift of the size of a page's {@link PageBlocks}. */
  int blockShift() {
    return PageBlocks.shift(pageShift);
  }

  public int pageSize() {
    return 1 << pageShift;
  }

  @Override
  public PageTable pages() {
    return pages;
  }

  @Override
  public ViewMemory view() {
    return view;
  }

  @Override
  public void evicted(int page) {
    if (twins != null) {
      twins.discard(page);
    }
  }

  /** Null where the owner of a page does not follow rows of commits. */
  CommitRows rows() {
    return rows;
  }

  /** True if what has changed in the page's copy is found by its twin. */
  boolean hasTwin(int page) {
    return twins != null && !pages.isMapped(page);
  }

  /** Null where readers get pages from their owners only. */
  Forwarding forwarding() {
    return forwarding;
  }

  Twins twins() {
    return twins;
  }

  /** Segment where the bytes of the page are that have been committed. */
  MemorySegment committed(int page) {
    return hasTwin(page) ? twins.segment() : view.segment();
  }

  public Directory directory() {
    return directory;
  }

  public Frames frames() {
    return frames;
  }

  public OwnershipPolicy ownership() {
    return ownership;
  }

  public boolean isIdentity() {
    return residence == Residence.IDENTITY;
  }

  boolean isAlone() {
    return residence == Residence.ALONE;
  }

  public long pageStart(int page) {
    return (long) page << pageShift;
  }

  /** The byte after the last of the page that belongs to the memory. */
  public long pageEnd(int page) {
    return Math.min(byteSize, pageStart(page + 1));
  }

  /** The bytes of the page that belong to the memory. */
  public int pageBytes(int page) {
    return (int) (pageEnd(page) - pageStart(page));
  }

  /**
   * Tells whether the place that {@code word} names is the view memory itself, so that nothing has
   * to be moved.
   */
  public boolean isInPlace(int page, long word) {
    return isIdentity()
        || pages.isMapped(page)
            && DirectoryWord.owner(word) == me
            && DirectoryWord.frame(word) == directory.map().rank(page);
  }

  /** The bytes of this PE's own frames that stand in the view without a copy. */
  public long bytesAliased() {
    long aliased = 0;
    for (int page = 0; page < pages.pages(); page++) {
      aliased += pages.isMapped(page) && directory.map().manager(page) == me ? 1 : 0;
    }
    return aliased << pageShift;
  }

  /** Gives back the addresses on this PE. Doing so twice is harmless. */
  public void unmap() {
    view.close();
    if (twins != null) {
      twins.close();
    }
  }

  /** Gives back view, directory and frames. Collective. */
  public void free() {
    unmap();
    if (forwarding != null) {
      forwarding.free();
    }
    frames.free();
  }

  /**
   * From now on no PE writes, and what is validated for {@code epoch} is valid for all later ones.
   */
  public void seal(long epoch) {
    sealedAt = epoch;
  }

  /** The stamp that pages need whose contents a strand of epoch {@code epoch} is to see. */
  long enough(long epoch) {
    return isAlone() ? 0 : Math.min(epoch, sealedAt);
  }

  public boolean isSealed() {
    return sealedAt != Long.MAX_VALUE;
  }

  /** The newest commit of the page that is not complete, or null. Under the page's monitor. */
  PendingCommit pending(int page) {
    assert Thread.holdsLock(pages.monitor(page));
    return pending[page];
  }

  void pending(int page, PendingCommit newest) {
    assert Thread.holdsLock(pages.monitor(page));
    pending[page] = newest;
  }

  /** Adds the bytes of the page whose commit is not complete. Under the page's monitor. */
  void addPending(int page, ByteSet set) {
    for (PendingCommit commit = pending(page); commit != null; commit = commit.older) {
      // mutant: no-spare-dirty
      set.addAll(commit.bytes);
    }
  }
}
