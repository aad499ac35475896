package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.OwnershipPolicy;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.Port;

/**
 * New contents of whole pages, stored where they will be: in a row of this PE's spare frames. A
 * commit swings the directory words there, and nothing is copied. Used by one strand.
 *
 * <p>The swing comes before the release that a commit waits for otherwise. Nobody can tell: in a
 * program without data races no other strand looks at these pages before it. What may come in
 * between is a migration, after which the swing is tried again: whatever frame the page has got, it
 * holds what is replaced.
 *
 * <p>This PE's copy of a page is another place, and is told to be old by the commit: by its stamp,
 * which a strand of this PE that is to see the commit looks at after it. So no view of the pages
 * may be open on this PE, of whatever state, for it would not look, or trust what has come for it
 * before; and no earlier commit of them may be on its way, which would be put over this one.
 */
public final class FrameWrite {
  private final PagedMemory memory;
  private final Extent extent;
  private final int[] pages;
  private final int frame;
  private final int depth;
  private final MemorySegment segment;
  private boolean committed;
  private boolean closed;

  private FrameWrite(
      Port port, PagedMemory memory, Extent extent, int[] pages, int frame, int depth) {
    this.memory = memory;
    this.extent = extent;
    this.pages = pages;
    this.frame = frame;
    this.depth = depth;
    long start = memory.frames().heapOffset(frame);
    this.segment = port.pe().heap().segment().asSlice(start, extent.bytes());
  }

  /** Whether {@code extent} is of whole pages that would move here, and that nobody views here. */
  static boolean suits(PagedMemory memory, Extent extent, OpenViews views) {
    if (memory.ownership() != OwnershipPolicy.LAST_WRITER
        || memory.isIdentity()
        || memory.isAlone()
        || !isOfWholePages(memory, extent)) {
      return false;
    }
    for (int page : extent.pages(memory.pageShift())) {
      // A page of this PE's own goes to its home frame, which is its view memory mostly.
      if (memory.directory().isOwn(page) || views.isOpen(memory, page)) {
        return false;
      }
    }
    return true;
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

  /** Whether a commit of any of the pages is not complete. */
  static boolean isPending(PagedMemory memory, Extent extent) {
    for (int page : extent.pages(memory.pageShift())) {
      synchronized (memory.pages().monitor(page)) {
        if (memory.pending(page) != null) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Takes the frames; null if there are not as many in a row.
   *
   * @param depth of the task, among those that its strand runs
   */
  static FrameWrite start(Port port, PagedMemory memory, Extent extent, int depth) {
    int[] pages = extent.pages(memory.pageShift());
    int frame = memory.frames().takeRow(port, pages.length);
    if (frame < 0) {
      return null;
    }
    memory.writeOpened();
    return new FrameWrite(port, memory, extent, pages, frame, depth);
  }

  /** The pieces, one after the other. */
  public MemorySegment segment() {
    return segment;
  }

  /** Where piece {@code piece} begins in the segment. */
  public long start(int piece) {
    long start = 0;
    for (int i = 0; i < piece; i++) {
      start += extent.pieceEnd(i) - extent.pieceStart(i);
    }
    return start;
  }

  int depth() {
    return depth;
  }

  public void requireNotCommitted() {
    if (committed || closed) {
      throw new IllegalStateException(
          "write of [%d, %d) of memory \"%s\", which has been %s: is stored and committed once"
              .formatted(
                  extent.start(), extent.end(), memory.name(), closed ? "closed" : "committed"));
    }
  }

  void commit(Port port) {
    committed = true;
    long[] words = new long[pages.length];
    memory.directory().read(port, pages, pages.length, words);
    VarHandle.releaseFence(); // the bytes before the words, which the network may change
    for (int i = 0; i < pages.length; i++) {
      long before = swing(port, pages[i], words[i], frame + i);
      memory.frames().retire(DirectoryWord.owner(before), DirectoryWord.frame(before));
      port.counters().migrations += DirectoryWord.owner(before) == port.rank() ? 0 : 1;
      outdate(port, pages[i]);
    }
    memory.frames().reclaimUnused(port);
  }

  /** Names the frame in the page's word; the word before. */
  private long swing(Port port, int page, long read, int frame) {
    long word = read;
    while (!memory
        .directory()
        .swing(port.channel(), page, word, DirectoryWord.moved(word, port.rank(), frame))) {
      port.pe().checkAlive();
      word = memory.directory().word(port.channel(), page);
    }
    return word;
  }

  /** This PE's copy of the page has not what has been committed. */
  private void outdate(Port port, int page) {
    PageTable table = memory.pages();
    long stamp = table.stamp(page);
    while (!table.tryLock(page, stamp)) { // evicted, or fetched for who need not see the commit
      port.pause();
      stamp = table.stamp(page);
    }
    synchronized (table.monitor(page)) {
      table.version(page, PageTable.NO_VERSION);
    }
    table.unlock(page, Math.min(stamp, PageTable.UNVALIDATED));
  }

  void close(Port port) {
    closed = true;
    memory.writeClosed();
    if (!committed) {
      memory.frames().putBackRow(port, frame, pages.length);
    }
  }
}
