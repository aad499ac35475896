package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.ByteSet;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.GetRun;
import org.temoto.gas.engine.transfer.Port;

/**
 * Pages of one memory that one strand has locked to validate and fetch. The pages in it are still
 * locked; those that a round could not finish are kept for the next.
 *
 * <p>A copy lands directly in the view memory when nothing there can be lost: the page is absent,
 * or no view is active on it and no commit of it is on its way (new views wait for the lock). Else
 * it goes through a buffer, and everything is installed but the bytes in active write views and in
 * pending commits. That check, and the check for commits completed since the fetch began, are one
 * step with the installation: under the page's lock, which opening views wait for, and its monitor,
 * under which commits are registered and completed.
 */
final class FetchBatch {
  private enum Way {
    /** The copy is current, or the view memory is the page's own frame. */
    NOTHING(false),
    /** Every byte is in a commit of this PE that is not complete: nothing would be installed. */
    COVERED(false),
    /** Into the view memory. */
    DIRECT(true),
    /** Into a buffer, then merged. */
    BUFFERED(true);

    private final boolean moves;

    Way(boolean moves) {
      this.moves = moves;
    }
  }

  private final Port port;
  private final OpenViews views;
  private final ByteSet spared = new ByteSet();

  private PagedMemory memory;
  private PageTable table;
  private int count;
  private int[] pages = new int[16];
  private long[] stamps = new long[16];
  private long[] words = new long[16];
  private int[] completions = new int[16];
  private Way[] ways = new Way[16];
  private long[] bufferOffsets = new long[16];
  private boolean present;
  private MemorySegment buffer;

  private final GetRun run = new GetRun();

  FetchBatch(Port port, OpenViews views) {
    this.port = port;
    this.views = views;
  }

  void begin(PagedMemory of) {
    memory = of;
    table = of.pages();
    count = 0;
    present = false;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Adds a page just locked, whose stamp was {@code stamp}. */
  void add(int page, long stamp) {
    if (count == pages.length) {
      grow();
    }
    pages[count] = page;
    stamps[count] = stamp;
    ways[count] = Way.NOTHING;
    count++;
  }

  private void grow() {
    int more = 2 * count;
    pages = Arrays.copyOf(pages, more);
    stamps = Arrays.copyOf(stamps, more);
    words = Arrays.copyOf(words, more);
    completions = Arrays.copyOf(completions, more);
    ways = Arrays.copyOf(ways, more);
    bufferOffsets = Arrays.copyOf(bufferOffsets, more);
  }

  private boolean takesCache(int i) {
    return stamps[i] == PageTable.ABSENT && !table.isMapped(pages[i]);
  }

  /** The cache that the absent pages of the batch are going to take. */
  long absentBytes() {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += takesCache(i) ? memory.pageSize() : 0;
    }
    return bytes;
  }

  /** The cache has room for the batch. */
  void makePresent(int tick) {
    present = true;
    for (int i = 0; i < count; i++) {
      table.use(pages[i], tick);
      if (takesCache(i)) {
        memory.view().comes(memory.pageStart(pages[i]), memory.pageSize());
      }
    }
  }

  /** Hands out pages that {@code view} is going to store whole: their contents do not matter. */
  void unlockStoredWhole(OpenView view) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (view.needed(pages[i], 0) == PageTable.UNVALIDATED) {
        table.unlock(pages[i], PageTable.UNVALIDATED);
      } else {
        keep(i, kept++);
      }
    }
    count = kept;
  }

  private void keep(int from, int to) {
    pages[to] = pages[from];
    stamps[to] = stamps[from];
    ways[to] = ways[from];
  }

  /**
   * Reads the directory words; the epoch that the copies will be valid for has been read before.
   */
  boolean readWords() {
    for (int i = 0; i < count; i++) {
      synchronized (table.monitor(pages[i])) {
        completions[i] = table.completions(pages[i]);
      }
    }
    return memory.directory().read(port, pages, count, words);
  }

  /**
   * Starts the transfers and waits for all of them.
   *
   * @param trusts whether a copy of the same version need not be fetched
   */
  boolean startFetches(boolean again, boolean trusts) {
    long buffered = 0;
    boolean moves = false;
    boolean remote = false;
    for (int i = 0; i < count; i++) {
      ways[i] = way(i, trusts);
      if (ways[i] == Way.BUFFERED) {
        bufferOffsets[i] = buffered;
        buffered += memory.pageSize();
      }
      moves |= ways[i].moves;
      remote |= ways[i].moves && DirectoryWord.owner(words[i]) != port.rank();
    }
    if (!moves) {
      return false;
    }
    if (buffered > 0) {
      buffer = port.pages(buffered);
    }
    run.use(port.channel());
    int first = firstFetched();
    for (int k = 0; k < count; k++) {
      int i = first + k < count ? first + k : first + k - count;
      if (ways[i].moves) {
        addToRun(i, again);
      }
    }
    run.flush();
    port.channel().quiet();
    return remote;
  }

  /**
   * Each PE begins with the owners after itself: if all began with the first, PEs that bring the
   * same pages to hand would queue up at one owner after the other.
   */
  private int firstFetched() {
    for (int i = 0; i < count; i++) {
      if (ways[i].moves && DirectoryWord.owner(words[i]) > port.rank()) {
        return i;
      }
    }
    return 0;
  }

  private Way way(int i, boolean trusts) {
    int page = pages[i];
    long word = words[i];
    // Views before commits: a view that closes after the look has registered its commits before.
    boolean active = views.isActive(memory, page);
    boolean current;
    spared.clear();
    synchronized (table.monitor(page)) {
      current =
          trusts
              && stamps[i] != PageTable.ABSENT
              && table.version(page) == DirectoryWord.version(word);
      memory.addPending(page, spared);
    }
    boolean charged = memory.isIdentity() && DirectoryWord.owner(word) != port.rank();
    if (current || memory.isInPlace(page, word) && !charged) {
      return Way.NOTHING;
    }
    if (spared.coversAll(memory.pageBytes(page))) {
      return Way.COVERED;
    }
    if (stamps[i] == PageTable.ABSENT || spared.isEmpty() && !active) {
      return Way.DIRECT;
    }
    return Way.BUFFERED;
  }

  private void addToRun(int i, boolean again) {
    int owner = DirectoryWord.owner(words[i]);
    int bytes = memory.pageSize();
    count(owner, bytes, again);
    if (memory.isIdentity()) {
      port.channel().touch(owner, bytes);
      return;
    }
    boolean buffered = ways[i] == Way.BUFFERED;
    long source = memory.frames().heapOffset(DirectoryWord.frame(words[i]));
    MemorySegment to = buffered ? buffer : memory.view().segment();
    run.add(owner, source, to, buffered ? bufferOffsets[i] : memory.pageStart(pages[i]), bytes);
  }

  private void count(int owner, int bytes, boolean again) {
    if (owner == port.rank()) {
      port.counters().bytesCopied += bytes;
    } else {
      port.counters().bytesFetched += bytes;
      port.counters().bytesRefetched += again ? bytes : 0;
    }
  }

  /** Installs and unlocks what is good; keeps what has to be fetched again. */
  void finish(long before) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (install(i)) {
        table.unlock(pages[i], Math.max(stamps[i], before));
      } else {
        keep(i, kept++);
      }
    }
    count = kept;
  }

  private boolean install(int i) {
    int page = pages[i];
    synchronized (table.monitor(page)) {
      if (ways[i] != Way.NOTHING) {
        if (table.completions(page) != completions[i]) {
          table.version(page, PageTable.NO_VERSION);
          return false;
        }
        if (ways[i] == Way.BUFFERED && !memory.isIdentity()) {
          merge(page, buffer, bufferOffsets[i]);
        }
      }
      table.version(page, DirectoryWord.version(words[i]));
      return true;
    }
  }

  /** Installs a copy of the page but what is spared; under the page's lock and monitor. */
  private void merge(int page, MemorySegment copy, long at) {
    spared.clear();
    views.addWritten(memory, page, spared);
    memory.addPending(page, spared);
    int from = 0;
    for (int k = 0; k < spared.intervals(); k++) {
      copy(page, copy, at, from, spared.from(k));
      from = spared.to(k);
    }
    copy(page, copy, at, from, memory.pageBytes(page));
  }

  private void copy(int page, MemorySegment copy, long at, int from, int to) {
    if (from < to) {
      long target = memory.pageStart(page) + from;
      MemorySegment.copy(copy, at + from, memory.view().segment(), target, to - from);
    }
  }

  /**
   * Installs and unlocks what has arrived before the batch was locked. As if each page had been
   * locked since: the directory word was read before the bytes, and the epoch before that; what
   * this PE has committed since is found by the count of commits. What another strand of this PE
   * has validated since can only be newer, which a strand of that epoch need not see.
   */
  void finish(Prefetch arrived) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int at = arrived.find(pages[i]);
      if (at >= 0 && install(i, arrived, at)) {
        table.unlock(pages[i], Math.max(stamps[i], arrived.validEpoch()));
      } else {
        keep(i, kept++);
      }
    }
    count = kept;
  }

  private boolean install(int i, Prefetch arrived, int at) {
    int page = pages[i];
    long version = DirectoryWord.version(arrived.word(at));
    synchronized (table.monitor(page)) {
      if (!arrived.isFetched(at)) {
        return stamps[i] != PageTable.ABSENT && table.version(page) == version;
      }
      if (table.completions(page) != arrived.completions(at)) {
        return false;
      }
      merge(page, arrived.buffer(), arrived.bufferOffset(at));
      table.version(page, version);
      return true;
    }
  }

  /**
   * After a failure: unlocks what is left, as it was where nothing was started, else with nothing
   * known about it.
   */
  void abandon(Cache cache) {
    for (int i = 0; i < count; i++) {
      int page = pages[i];
      long stamp = stamps[i];
      if (ways[i] != Way.NOTHING && stamp > PageTable.UNVALIDATED) {
        stamp = PageTable.UNVALIDATED;
        synchronized (table.monitor(page)) {
          table.version(page, PageTable.NO_VERSION);
        }
      }
      if (present && takesCache(i)) {
        cache.unreserve(memory.pageSize());
      }
      table.unlock(page, stamp);
    }
    count = 0;
  }
}
