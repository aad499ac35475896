package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.OwnershipPolicy;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * New contents of whole pages, stored where they will be: in a row of this PE's spare frames. A
 * commit swings the directory words there, and nothing is copied. Used by one strand.
 *
 * <p>The swing comes before the release that a commit waits for otherwise. No task can tell: in a
 * program without data races no other strand looks at these pages before it. What may come in
 * between is a migration, after which the swing is tried again: whatever frame the page has got, it
 * holds what is replaced.
 *
 * <p>This PE's copy of a page is another place. The commit tells by its stamp that it is old, which
 * a strand of this PE that is to see the commit looks at after it; but where a view of the page is
 * open, whose strand may not look again before it reads, the page is copied there. Which of the two
 * is decided while the page is locked: a view that is not seen then waits for the lock, and looks
 * at the stamp after it. The commit counts as completed, so that what has been sent for before it
 * is not installed. No earlier commit of the pages may be on its way, which would be put over this
 * one.
 */
public final class FrameWrite {
  private final PagedMemory memory;
  private final Extent extent;
  private final int[] pages;
  private final int frame;
  private final MemorySegment segment;
  private boolean committed;
  private boolean closed;

  private FrameWrite(
      StrandChannel port, PagedMemory memory, Extent extent, int[] pages, int frame) {
    this.memory = memory;
    this.extent = extent;
    this.pages = pages;
    this.frame = frame;
    long start = memory.frames().heapOffset(frame);
    this.segment = port.pe().heap().segment().asSlice(start, extent.bytes());
  }

  /** Tells whether {@code extent} is of whole pages, and such pages follow their writer. */
  static boolean suits(PagedMemory memory, Extent extent) {
    return memory.ownership() == OwnershipPolicy.LAST_WRITER
        && !memory.isIdentity()
        && !memory.isAlone()
        && isOfWholePages(memory, extent);
  }

  /** Tells whether this PE manages any of the pages: its home frame is its view memory mostly. */
  static boolean isAnyOwn(PagedMemory memory, int[] pages) {
    return Arrays.stream(pages).anyMatch(memory.directory()::isOwn);
  }

  private static boolean isOfWholePages(PagedMemory memory, Extent extent) {
    long inPage = memory.pageSize() - 1L;
    for (int piece = 0; piece < extent.pieces(); piece++) {
      long end = extent.pieceEnd(piece);
      if ((extent.pieceStart(piece) & inPage) != 0
          || (end & inPage) != 0 && end != memory.byteSize()) {
        return false;
      }
    }
    return extent.pieces() > 0;
  }

  /** Tells whether a commit of any of the pages is not complete. */
  static boolean isPending(PagedMemory memory, int[] pages) {
    for (int page : pages) {
      synchronized (memory.pages().monitor(page)) {
        if (memory.pending(page) != null) {
          return true;
        }
      }
    }
    return false;
  }

  /** Takes the frames; null if there are not as many in a row. */
  static FrameWrite start(StrandChannel port, PagedMemory memory, Extent extent, int[] pages) {
    int frame = memory.frames().takeRow(port, pages.length);
    if (frame < 0) {
      return null;
    }
    return new FrameWrite(port, memory, extent, pages, frame);
  }

  public PagedMemory memory() {
    return memory;
  }

  /** The pieces, one after the other. */
  public MemorySegment segment() {
    return segment;
  }

  /** The place where piece {@code piece} begins in the segment. */
  public long start(int piece) {
    long start = 0;
    int before = extent.requirePiece(piece);
    for (int i = 0; i < before; i++) {
      start += extent.pieceEnd(i) - extent.pieceStart(i);
    }
    return start;
  }

  public void requireNotCommitted() {
    if (committed || closed) {
      throw new IllegalStateException(
          "%s, which has been %s: is stored and committed once"
              .formatted(this, closed ? "closed" : "committed"));
    }
  }

  @Override
  public String toString() {
    return "write of [%d, %d) of memory \"%s\""
        .formatted(extent.start(), extent.end(), memory.name());
  }

  void commit(StrandChannel port, OpenViews views) {
    committed = true;
    int place = memory.frames().use().begin(port); // the frames stay, also if their pages move on
    try {
      long[] words = new long[pages.length];
      memory.directory().read(port, pages, pages.length, words);
      VarHandle.releaseFence(); // the bytes before the words, which the network may change
      for (int i = 0; i < pages.length; i++) {
        long before = swing(port, pages[i], words[i], frame + i);
        memory.frames().retire(DirectoryWord.owner(before), DirectoryWord.frame(before));
        port.counters().migrations += DirectoryWord.owner(before) == port.rank() ? 0 : 1;
        long after = DirectoryWord.moved(before, port.rank(), frame + i);
        // mutant: write-keeps-copy
        renew(port, views, pages[i], frame + i, DirectoryWord.version(after));
      }
    } finally {
      memory.frames().use().end(place);
    }
    memory.frames().reclaimUnused(port);
  }

  /** Names the frame in the page's word; the word before. */
  private long swing(StrandChannel port, int page, long read, int frame) {
    long word = read;
    while (!memory
        .directory()
        .swing(port.channel(), page, word, DirectoryWord.moved(word, port.rank(), frame))) {
      port.pe().checkAlive();
      word = memory.directory().word(port.channel(), page);
    }
    return word;
  }

  /** This PE's copy of the page becomes what has been committed, or is told to be old. */
  private void renew(StrandChannel port, OpenViews views, int page, int from, long version) {
    PageTable table = memory.pages();
    long stamp = table.stamp(page);
    while (!table.tryLock(page, stamp)) { // evicted, or fetched without the commit
      port.pause();
      stamp = table.stamp(page);
    }
    // mutant: write-past-views
    boolean isShown = stamp != PageTable.ABSENT && views.isOpen(memory, page);
    synchronized (table.monitor(page)) {
      table.completed(page);
      table.version(page, isShown ? version : PageTable.NO_VERSION);
    }
    if (isShown) { // as valid as it was, and only this write's task may look at the bytes
      show(port, page, from);
    } else {
      stamp = Math.min(stamp, PageTable.UNVALIDATED);
    }
    table.unlock(page, stamp);
  }

  private void show(StrandChannel port, int page, int from) {
    MemorySegment heap = port.pe().heap().segment();
    long source = memory.frames().heapOffset(from);
    long bytes = memory.pageBytes(page);
    MemorySegment.copy(heap, source, memory.view().segment(), memory.pageStart(page), bytes);
    port.counters().bytesCopied += bytes;
  }

  /** Gives the frames back, unless pages have moved there; once. */
  public void close(StrandChannel port) {
    closed = true;
    if (!committed) {
      memory.frames().putBackRow(port, frame, pages.length);
    }
  }
}
