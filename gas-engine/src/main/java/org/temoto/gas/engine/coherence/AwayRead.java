package org.temoto.gas.engine.coherence;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.GetRun;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * A read of parts of pages at their owners: directory words together, then a get per part, or per
 * run of neighbours, and one wait. Commits that the reader must see had been released before its
 * last acquire, so they are where the directory word says, which is read now; a page that moves
 * meanwhile leaves these bytes in its old frame, which is not used again before the read is over.
 * Used by one strand.
 */
public final class AwayRead {
  /** Function that takes a part of one page: its first byte, the byte after, and where it goes. */
  @FunctionalInterface
  public interface PartAction {
    void accept(long from, long end, long at);
  }

  private static final int PART = 3;

  private final StrandChannel port;
  private final PagedMemory memory;

  private final LongArrayList away = new LongArrayList();
  private final LongArrayList near = new LongArrayList();
  private MemorySegment to;

  /** Memory in which the parts arrive: {@code to}, or a buffer if that is on the Java heap. */
  private MemorySegment landing;

  private final GetRun run = new GetRun();

  AwayRead(StrandChannel port, PagedMemory memory) {
    this.port = port;
    this.memory = memory;
  }

  /**
   * Reads bytes of one page at its owner: a directory word and one get. Allocates nothing, unless
   * the buffer for a target on the Java heap has to grow.
   *
   * @param memory no identity memory
   * @return false if the page is in place here, and is to be localized
   */
  static boolean ofOnePage(
      StrandChannel port, PagedMemory memory, int page, long from, MemorySegment target) {
    long start = port.pe().clock().now();
    long bytesBefore = port.counters().bytesFetched;
    long bytes = target.byteSize();
    MemorySegment landing = target.isNative() ? target : port.pages(bytes);
    int ticket = memory.frames().beginUse(port);
    try {
      long word = memory.directory().word(port.channel(), page);
      if (memory.isInPlace(page, word)) {
        return false;
      }
      int owner = DirectoryWord.owner(word);
      long source =
          memory.frames().heapOffset(DirectoryWord.frame(word)) + from - memory.pageStart(page);
      port.channel().get(owner, source, landing, 0, bytes);
      count(port, owner, bytes);
    } finally {
      memory.frames().endUse(ticket);
    }
    if (!target.isNative()) {
      MemorySegment.copy(landing, 0, target, 0, bytes);
    }
    port.fetched(start, bytesBefore);
    return true;
  }

  /** Tells whether any part was at its owner. */
  public boolean hasParts() {
    return !away.isEmpty();
  }

  /** Calls {@code action} with each part that is to be localized. */
  public void forEachNear(PartAction action) {
    forEach(near, action);
  }

  private static void forEach(LongArrayList parts, PartAction action) {
    for (int i = 0; i < parts.size(); i += PART) {
      action.accept(parts.getLong(i), parts.getLong(i + 1), parts.getLong(i + 2));
    }
  }

  private static void add(LongArrayList parts, long from, long end, long at) {
    parts.add(from);
    parts.add(end);
    parts.add(at);
  }

  /**
   * @param isAway whether a page is to be read at its owner
   */
  void read(Extent extent, MemorySegment target, IntPredicate isAway) {
    to = target;
    sort(extent, isAway);
    if (away.isEmpty()) {
      return;
    }
    landing = to.isNative() ? to : port.pages(to.byteSize());
    long start = port.pe().clock().now();
    long bytesBefore = port.counters().bytesFetched;
    int ticket = memory.frames().beginUse(port);
    try {
      issue();
      port.channel().quiet();
    } finally {
      memory.frames().endUse(ticket);
    }
    handOver();
    port.fetched(start, bytesBefore);
  }

  private void sort(Extent extent, IntPredicate isAway) {
    long at = 0;
    int page = -1;
    boolean pageIsAway = false;
    for (int piece = 0; piece < extent.pieces(); piece++) {
      long end = extent.pieceEnd(piece);
      for (long from = extent.pieceStart(piece), next; from < end; from = next) {
        if (page(from) != page) {
          page = page(from);
          pageIsAway = isAway.test(page);
        }
        next = Math.min(end, memory.pageEnd(page));
        add(pageIsAway ? away : near, from, next, at);
        at += next - from;
      }
    }
  }

  private int page(long offset) {
    return (int) (offset >>> memory.pageShift());
  }

  private void issue() {
    int[] pages = new int[away.size() / PART];
    int count = 0;
    for (int i = 0; i < away.size(); i += PART) {
      int page = page(away.getLong(i));
      if (count == 0 || pages[count - 1] != page) {
        pages[count++] = page;
      }
    }
    long[] words = new long[count];
    memory.directory().read(port, pages, count, words);
    int known = count;
    run.use(port.channel());
    LongArrayList parts = new LongArrayList(away);
    away.clear();
    forEach(
        parts,
        (from, end, at) -> {
          int page = page(from);
          issue(page, words[Arrays.binarySearch(pages, 0, known, page)], from, end, at);
        });
    run.flush();
  }

  private void issue(int page, long word, long from, long end, long at) {
    int owner = DirectoryWord.owner(word);
    long bytes = end - from;
    if (memory.isInPlace(page, word) && (!memory.isIdentity() || owner == port.rank())) {
      add(near, from, end, at);
      return;
    }
    add(away, from, end, at);
    long start = from - memory.pageStart(page);
    long source = memory.frames().heapOffset(DirectoryWord.frame(word)) + start;
    run.add(owner, source, landing, at, bytes);
    count(port, owner, bytes);
  }

  private static void count(StrandChannel port, int owner, long bytes) {
    if (owner == port.rank()) {
      port.counters().bytesCopied += bytes;
    } else {
      port.counters().bytesFetched += bytes;
      port.counters().bytesAsked += bytes;
    }
  }

  private void handOver() {
    if (memory.isIdentity()) { // the gets have only taken the network's time: nothing is in frames
      MemorySegment all = memory.view().segment();
      forEach(away, (from, end, at) -> MemorySegment.copy(all, from, to, at, end - from));
    } else if (!to.isNative()) {
      forEach(away, (from, end, at) -> MemorySegment.copy(landing, at, to, at, end - from));
    }
  }
}
