package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.ByteSet;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.Counters;
import org.temoto.gas.engine.transfer.GetRun;
import org.temoto.gas.engine.transfer.StrandChannel;

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
    /** The view memory is the page's own frame. */
    IN_PLACE,
    /** The wanted blocks of the copy are current. */
    CURRENT,
    /** All that is missing is in commits of this PE that are not complete: nothing is installed. */
    COVERED,
    /** Into the view memory. */
    DIRECT,
    /** Into a buffer, then merged. */
    BUFFERED;

    boolean moves() {
      return this == DIRECT || this == BUFFERED;
    }
  }

  /** Length of the arrays at first use: thousands of strands that wait have never fetched. */
  private static final int FIRST_PAGES = 16;

  private final StrandChannel port;
  private final PeCoherence pe;
  private final OpenViews views;
  private final ByteSet spared = new ByteSet();

  private PagedMemory memory;
  private PageTable table;
  private Extent extent;

  /** True if the view was active before: fetched bytes count as refetched. */
  private boolean again;

  /** True if a copy of the same version need not be fetched. */
  private boolean trusts;

  private int count;
  private int[] pages = new int[0];
  private long[] stamps = new long[0];

  /** The blocks of each page that have to be valid. */
  private long[] wanted = new long[0];

  /** The blocks that come from the owner. */
  private long[] fetched = new long[0];

  /** The blocks that will be of the version of {@link #words}. */
  private long[] here = new long[0];

  private long[] words = new long[0];

  /** Epochs for which the {@link #words} are good. */
  private long[] epochs = new long[0];

  private int[] completions = new int[0];
  private Way[] ways = new Way[0];
  private long[] bufferOffsets = new long[0];
  private boolean present;
  private MemorySegment buffer;

  private final GetRun run = new GetRun();

  FetchBatch(StrandChannel port, PeCoherence pe) {
    this.port = port;
    this.pe = pe;
    this.views = pe.views();
  }

  /** From now on pages are for {@code view}; there are none yet. */
  void begin(OpenView view) {
    memory = view.paged();
    table = memory.pages();
    extent = view.extent();
    again = view.wasActive();
    trusts = pe.isCaching();
    count = 0;
    present = false;
  }

  boolean trustsCopies() {
    return trusts;
  }

  /** From now on, copies that the batch has fetched count, also where none did before. */
  void trustCopies() {
    trusts = true;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Adds a page just locked, whose stamp was {@code stamp}, for the sake of some blocks. */
  void add(int page, long stamp, long blocks) {
    if (count == pages.length) {
      grow();
    }
    pages[count] = page;
    stamps[count] = stamp;
    wanted[count] = blocks;
    ways[count] = Way.CURRENT;
    count++;
  }

  private void grow() {
    int more = Math.max(FIRST_PAGES, 2 * count);
    pages = Arrays.copyOf(pages, more);
    stamps = Arrays.copyOf(stamps, more);
    wanted = Arrays.copyOf(wanted, more);
    fetched = Arrays.copyOf(fetched, more);
    here = Arrays.copyOf(here, more);
    words = Arrays.copyOf(words, more);
    epochs = Arrays.copyOf(epochs, more);
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

  /** Hands out all pages to a view that only stores: their contents do not matter. */
  void unlockStored() {
    for (int i = 0; i < count; i++) {
      table.unlock(pages[i], Math.max(stamps[i], PageTable.UNVALIDATED));
    }
    count = 0;
  }

  private void keep(int from, int to) {
    pages[to] = pages[from];
    stamps[to] = stamps[from];
    wanted[to] = wanted[from];
    ways[to] = ways[from];
  }

  /**
   * Reads the directory words as they were in epoch {@code enough} or later, and not before what is
   * here was found valid: views of later epochs may show it. Epoch {@code before} has been read
   * before.
   */
  boolean readWords(long enough, long before) {
    long least = enough;
    for (int i = 0; i < count; i++) {
      completions[i] = table.completionsBeforeFetch(pages[i]);
      least = Math.max(least, validEpoch(i));
    }
    return memory.directory().read(port, pages, count, words, epochs, least, before);
  }

  /** The last epoch for which blocks that are here have been found valid, or all of them. */
  private long validEpoch(int i) {
    return Math.max(stamps[i], table.partEpochOfLocked(pages[i]));
  }

  /** Starts the transfers and waits for all of them; whether there was communication. */
  boolean startFetches() {
    long buffered = 0;
    boolean moves = false;
    boolean remote = false;
    for (int i = 0; i < count; i++) {
      ways[i] = way(i);
      if (ways[i] == Way.BUFFERED) {
        bufferOffsets[i] = buffered;
        buffered += memory.pageSize();
      }
      moves |= ways[i].moves();
      remote |= ways[i].moves() && DirectoryWord.owner(words[i]) != port.rank();
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
      if (ways[i].moves() && !isForwarded(i)) {
        addToRun(i);
      }
    }
    run.flush();
    // mutant: late-version
    port.channel().quiet();
    for (int i = 0; i < count; i++) {
      if (ways[i].moves() && isForwarded(i)) {
        getForwarded(i);
      }
    }
    return remote;
  }

  /** Tells whether the page comes whole, perhaps from another reader than its owner. */
  private boolean isForwarded(int i) {
    return memory.forwarding() != null
        && fetched[i] == PageBlocks.ALL
        && DirectoryWord.owner(words[i]) != port.rank();
  }

  private void getForwarded(int i) {
    boolean buffered = ways[i] == Way.BUFFERED;
    MemorySegment to = buffered ? buffer : memory.view().segment();
    long target = buffered ? bufferOffsets[i] : memory.pageStart(pages[i]);
    count(i, DirectoryWord.owner(words[i]), memory.pageSize());
    long source = memory.frames().heapOffset(DirectoryWord.frame(words[i]));
    memory.forwarding().get(port, pages[i], words[i], source, to, target);
  }

  /**
   * Each PE begins with the owners after itself: if all began with the first, PEs that bring the
   * same pages to hand would queue up at one owner after the other.
   */
  private int firstFetched() {
    for (int i = 0; i < count; i++) {
      if (ways[i].moves() && DirectoryWord.owner(words[i]) > port.rank()) {
        return i;
      }
    }
    return 0;
  }

  private Way way(int i) {
    int page = pages[i];
    long word = words[i];
    boolean charged = memory.isIdentity() && DirectoryWord.owner(word) != port.rank();
    // mutant: copy-onto-itself/2
    if (memory.isInPlace(page, word) && !charged) {
      return Way.IN_PLACE;
    }
    if (validateCurrent(i)) {
      return Way.CURRENT;
    }
    // Views before commits: a view that closes after the look has registered its commits before.
    // mutant: commits-before-views/2
    boolean active = views.isActive(memory, page);
    spared.clear();
    synchronized (table.monitor(page)) {
      memory.addPending(page, spared);
    }
    // mutant: commits-before-views/1
    here[i] |= PageBlocks.covered(spared, memory.pageBytes(page), memory.blockShift());
    long missing = wanted[i] & ~here[i];
    if (missing == PageBlocks.NONE) {
      return Way.COVERED;
    }
    int owner = DirectoryWord.owner(word);
    fetched[i] =
        memory.forwarding() != null
            ? ~here[i]
            : PageBlocks.worthFetching(
                missing, here[i], port.bytesPerLatency(owner), memory.blockShift());
    here[i] |= fetched[i];
    return stamps[i] == PageTable.ABSENT || spared.isEmpty() && !active ? Way.DIRECT : Way.BUFFERED;
  }

  /**
   * Finds the blocks that are here as the directory word has them. Tells whether those that are
   * wanted are, which are valid for its epoch then.
   */
  private boolean validateCurrent(int i) {
    int page = pages[i];
    if (trusts && table.isWhole(page, DirectoryWord.version(words[i]))) {
      // Its stamp will tell the epoch: that of the parts need not be raised.
      here[i] = PageBlocks.ALL;
      return true;
    }
    synchronized (table.monitor(page)) {
      boolean isSame = trusts && table.version(page) == DirectoryWord.version(words[i]);
      here[i] = isSame ? table.blocks(page) : PageBlocks.NONE;
      boolean isCurrent = isSame && (wanted[i] & ~here[i]) == PageBlocks.NONE;
      if (isCurrent) {
        table.partEpoch(page, epochs[i]);
      }
      return isCurrent;
    }
  }

  private void addToRun(int i) {
    int owner = DirectoryWord.owner(words[i]);
    int bytes = Long.bitCount(fetched[i]) << memory.blockShift();
    count(i, owner, bytes);
    if (memory.isIdentity()) {
      port.channel().touch(owner, bytes);
      return;
    }
    boolean buffered = ways[i] == Way.BUFFERED;
    long source = memory.frames().heapOffset(DirectoryWord.frame(words[i]));
    MemorySegment to = buffered ? buffer : memory.view().segment();
    long target = buffered ? bufferOffsets[i] : memory.pageStart(pages[i]);
    run.addBlocks(owner, source, to, target, fetched[i], memory.blockShift());
  }

  private void count(int i, int owner, int bytes) {
    Counters counters = port.counters();
    if (owner == port.rank()) {
      counters.bytesCopied += bytes;
      return;
    }
    int page = pages[i];
    counters.bytesFetched += bytes;
    counters.bytesRefetched += again ? bytes : 0;
    counters.bytesAsked += extent.bytesOf(fetched[i], memory.pageStart(page), memory.blockShift());
    if (stamps[i] == PageTable.ABSENT) {
      synchronized (table.monitor(page)) {
        boolean wasHere = table.evictedVersion(page) == DirectoryWord.version(words[i]);
        counters.bytesEvicted += wasHere ? bytes : 0;
      }
    }
  }

  /** Installs and unlocks what is good; keeps what has to be fetched again. */
  void finish() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (ways[i] == Way.CURRENT || install(i, epochs[i])) {
        unlock(i, epochs[i]);
      } else {
        keep(i, kept++);
      }
    }
    count = kept;
  }

  /** Unlocks a page whose blocks that are here are valid for {@code epoch}. */
  private void unlock(int i, long epoch) {
    long stamp = Math.max(stamps[i], PageTable.UNVALIDATED);
    table.unlock(pages[i], here[i] == PageBlocks.ALL ? Math.max(stamp, epoch) : stamp);
  }

  private boolean install(int i, long epoch) {
    int page = pages[i];
    synchronized (table.monitor(page)) {
      if (ways[i] == Way.IN_PLACE) {
        here[i] = PageBlocks.ALL;
      } else if (table.completions(page) != completions[i]) {
        // mutant: no-restart/1
        table.version(page, PageTable.NO_VERSION, PageBlocks.NONE); // the epoch stays
        // mutant: no-restart/2
        return false;
      }
      // mutant: torn-install/1
      if (ways[i] == Way.BUFFERED && !memory.isIdentity()) {
        merge(page, fetched[i], buffer, bufferOffsets[i]);
      }
      // mutant: old-twin-kept
      if (ways[i] == Way.DIRECT && memory.hasTwin(page)) {
        memory.twins().drop(page, fetched[i]); // no view is active: nothing in them differed
      }
      table.version(page, DirectoryWord.version(words[i]), here[i]);
      table.partEpoch(page, epoch);
      // mutant: torn-install/2
      return true;
    }
  }

  /**
   * Installs a copy of some blocks of the page, which begins at {@code at}, but what is spared;
   * under the page's lock and monitor.
   */
  private void merge(int page, long blocks, MemorySegment copy, long at) {
    findSpared(page);
    int shift = memory.blockShift();
    for (long left = blocks; left != PageBlocks.NONE; ) {
      int end = PageBlocks.firstEnd(left);
      merge(page, PageBlocks.first(left) << shift, end << shift, copy, at);
      left = PageBlocks.from(end, left);
    }
  }

  /** As {@link #merge}, of blocks that stand one after the other from {@code at} on. */
  private void mergePacked(int page, long blocks, MemorySegment copy, long at) {
    findSpared(page);
    int shift = memory.blockShift();
    long packed = at;
    for (long left = blocks; left != PageBlocks.NONE; ) {
      int begin = PageBlocks.first(left) << shift;
      int end = PageBlocks.firstEnd(left) << shift;
      merge(page, begin, end, copy, packed - begin);
      packed += end - begin;
      left = PageBlocks.from(PageBlocks.firstEnd(left), left);
    }
  }

  private void findSpared(int page) {
    spared.clear();
    // mutant: no-spare-active
    views.addWritten(memory, page, spared);
    // mutant: no-spare-pending, torn-install/3
    memory.addPending(page, spared);
  }

  private void merge(int page, int begin, int end, MemorySegment copy, long at) {
    int from = begin;
    for (int k = spared.firstEndingAfter(begin);
        k < spared.intervals() && spared.from(k) < end;
        k++) {
      copy(page, copy, at, from, spared.from(k));
      from = spared.to(k);
    }
    copy(page, copy, at, from, Math.min(end, memory.pageBytes(page)));
  }

  private void copy(int page, MemorySegment copy, long at, int from, int to) {
    // mutant: fetched-over-changes
    if (from < to && memory.hasTwin(page)) {
      memory.twins().install(page, from, to, copy, at + from);
    } else if (from < to) {
      long target = memory.pageStart(page) + from;
      MemorySegment.copy(copy, at + from, memory.view().segment(), target, to - from);
    }
  }

  /**
   * Installs what has arrived before the batch was locked, and unlocks the pages of which nothing
   * is wanted beyond that. As if each page had been locked since: the directory word was read
   * before the bytes, and the epoch before that; what this PE has committed since is found by the
   * count of commits. A page that another strand of this PE has validated since can only be newer,
   * and stays: a strand of that epoch need not see it.
   */
  // mutant: awaited-any-epoch/3
  void finish(Prefetch arrived) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int at = arrived.find(pages[i]);
      if (at >= 0 && install(i, arrived, at)) {
        // mutant: awaited-any-epoch/4
        unlock(i, arrived.validEpoch());
      } else {
        keep(i, kept++);
      }
    }
    count = kept;
  }

  /** Tells if {@code prefetch} has the word, and perhaps blocks, of a page of the batch. */
  boolean isServedBy(Prefetch prefetch) {
    for (int i = 0; i < count && prefetch.memory() == memory; i++) {
      if (prefetch.find(pages[i]) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Tells if {@code prefetch}, which serves the batch, brings bytes that are wanted. */
  boolean isToAwait(Prefetch prefetch) {
    for (int i = 0; i < count; i++) {
      if ((prefetch.fetched(memory, pages[i]) & wanted[i]) != PageBlocks.NONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Installs what has arrived and is of the version that the directory words, which have been read
   * after it set out, still have: so its epoch does not matter.
   */
  void installCurrent(Prefetch arrived) {
    for (int i = 0; i < count; i++) {
      int at = arrived.find(pages[i]);
      if (at >= 0 && DirectoryWord.version(arrived.word(at)) == DirectoryWord.version(words[i])) {
        synchronized (table.monitor(pages[i])) {
          installBlocks(i, arrived, at);
        }
      }
    }
  }

  /** Installs blocks that have arrived; true if nothing more is wanted of the page. */
  private boolean install(int i, Prefetch arrived, int at) {
    int page = pages[i];
    synchronized (table.monitor(page)) {
      if (isOlderThanCopy(i, arrived, at) || !installBlocks(i, arrived, at)) {
        return false;
      }
      table.partEpoch(page, arrived.validEpoch());
      return (wanted[i] & ~here[i]) == PageBlocks.NONE;
    }
  }

  /**
   * Tells if the copy here is newer. Were it replaced, a strand that fetched it for other blocks
   * would fetch it again, and two strands could do so for ever: so copies of the same epoch only
   * become newer.
   */
  private boolean isOlderThanCopy(int i, Prefetch arrived, int at) {
    long present = table.version(pages[i]);
    long coming = DirectoryWord.version(arrived.word(at));
    return coming != present
        && (validEpoch(i) > arrived.validEpoch()
            || present != PageTable.NO_VERSION && DirectoryWord.precedes(coming, present));
  }

  /**
   * Adds what has arrived to the copy if that is of the same version, else replaces it; whether the
   * copy is of that version then. Not if this PE has completed a commit of the page since it set
   * out. Under the page's lock and monitor.
   */
  private boolean installBlocks(int i, Prefetch arrived, int at) {
    int page = pages[i];
    long version = DirectoryWord.version(arrived.word(at));
    long fetched = arrived.fetched(at);
    here[i] = (table.version(page) == version ? table.blocks(page) : PageBlocks.NONE) | fetched;
    // mutant: awaited-over-commits
    if (here[i] == PageBlocks.NONE || table.completions(page) != arrived.completions(at)) {
      return false;
    }
    if (fetched != PageBlocks.NONE) {
      mergePacked(page, fetched, arrived.buffer(), arrived.bufferOffset(at));
    }
    table.version(page, version, here[i]);
    return true;
  }

  /**
   * After a failure: unlocks what is left, as it was where nothing was started, else with nothing
   * known about it.
   */
  void abandon(Cache cache) {
    for (int i = 0; i < count; i++) {
      int page = pages[i];
      long stamp = stamps[i];
      if (stamp == PageTable.ABSENT || ways[i] != Way.CURRENT) {
        stamp = Math.min(stamp, PageTable.UNVALIDATED);
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
    present = false;
  }
}
