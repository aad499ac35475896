package org.temoto.gas.engine.coherence;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.AsyncChannel;
import org.temoto.gas.engine.transfer.AsyncChannelPool;
import org.temoto.gas.engine.transfer.GetRun;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * Prefetcher of the pages of views that are going to be opened; one per strand. Reads the directory
 * words of all of them together, which is the only wait, and starts the gets of the blocks whose
 * version is not here, each part of a view on a carrier of its own.
 *
 * <p>The order is that of a {@link Validator}: a place in the table of strands that use frames,
 * then the epoch, the counts of commits, the words, the bytes. Pages that it leaves out are brought
 * when the view is opened: those that another strand has locked, that are owned here, or for which
 * there is no carrier.
 */
final class Prefetcher {
  /** Looks in vain after which copies are waited for. */
  private static final int MOST_LOOKS = 64;

  /** Parts of what is requested of a view that are awaited one by one. */
  private static final int MOST_PARTS = 8;

  /** Carriers that are left for releases: a task that waits for one is one that all wait for. */
  private static final int KEPT = 2;

  /** This part of what is free a request takes at most: a strand asks for several things ahead. */
  private static final int AT_ONCE = 4;

  /** A part is of so many bytes at least, but for one that is all. */
  private static final long LEAST_PART = 4 << 10;

  private final StrandChannel port;
  private final Epochs epochs;
  private final AsyncChannelPool carriers;
  private final GetRun run = new GetRun();

  Prefetcher(StrandChannel port, Epochs epochs, AsyncChannelPool carriers) {
    this.port = port;
    this.epochs = epochs;
    this.carriers = carriers;
  }

  /**
   * Sends for what falls short of each of {@code views}, which are of one memory: returns parts of
   * each view, to be awaited one by one, in the order of its bytes; the first parts of all views
   * set out first. A block that several touch travels with the first.
   *
   * @param travelling what is on its way already
   */
  List<List<Prefetch>> start(
      PagedMemory memory, List<? extends OpenView> views, long epoch, List<Prefetch> travelling) {
    List<List<Prefetch>> started = new ArrayList<>();
    List<Prefetch> departing = new ArrayList<>();
    try {
      int most = Math.clamp(carriers.free() / (AT_ONCE * views.size()), 1, MOST_PARTS);
      List<List<Part>> parts = new ArrayList<>();
      for (OpenView view : views) {
        started.add(new ArrayList<>());
        parts.add(parts(memory, shortBlocks(memory, view, memory.enough(epoch), travelling), most));
      }
      for (int k = 0; k < most; k++) {
        for (int i = 0; i < parts.size(); i++) {
          if (k < parts.get(i).size()) {
            Part part = parts.get(i).get(k);
            AsyncChannel carrier =
                carriers.free() > KEPT ? carriers.take(part.bytes(memory.blockShift())) : null;
            if (carrier != null) {
              Prefetch prefetch =
                  new Prefetch(memory, part.pages, part.blocks, views.get(i).extent(), carrier);
              started.get(i).add(prefetch);
              departing.add(prefetch);
            }
          }
        }
      }
      if (!departing.isEmpty()) {
        depart(memory, epoch, departing);
      }
      started.forEach(list -> list.removeIf(prefetch -> prefetch.count() == 0));
      return started;
    } catch (RuntimeException | Error failure) {
      departing.forEach(prefetch -> giveUp(prefetch, failure));
      throw failure;
    }
  }

  private void depart(PagedMemory memory, long epoch, List<Prefetch> departing) {
    long start = port.pe().clock().now();
    long bytesBefore = port.counters().bytesFetched;
    departing.forEach(prefetch -> prefetch.begin(port));
    Known known = new Known(memory, epochs.current(), union(departing));
    known.read(memory.enough(epoch));
    for (Prefetch prefetch : departing) {
      known.addTo(prefetch);
      if (prefetch.isFetching()) {
        fetch(memory, prefetch);
      } else {
        prefetch.arrive();
        end(prefetch);
      }
    }
    port.fetched(start, bytesBefore);
  }

  /** A carrier that cannot be waited for is not given back: its buffer may still be written to. */
  private void giveUp(Prefetch prefetch, Throwable failure) {
    try {
      prefetch.arrive();
      end(prefetch);
    } catch (RuntimeException | Error another) {
      if (another != failure) {
        failure.addSuppressed(another);
      }
    }
  }

  /** Blocks of some pages, ascending. */
  private record Part(int[] pages, long[] blocks) {
    int count() {
      int count = 0;
      for (long some : blocks) {
        count += Long.bitCount(some);
      }
      return count;
    }

    long bytes(int blockShift) {
      return (long) count() << blockShift;
    }
  }

  /** Blocks that the view touches, that fall short and are not on their way. */
  private static Part shortBlocks(
      PagedMemory memory, OpenView view, long enough, List<Prefetch> travelling) {
    PageTable table = memory.pages();
    int most = view.storesOnly() ? 0 : view.pageCount();
    int[] pages = new int[most];
    long[] blocks = new long[most];
    int count = 0;
    for (int i = 0; i < most; i++) {
      int page = view.page(i);
      long stamp = table.stamp(page);
      boolean inPlace =
          table.isMapped(page) && memory.isInPlace(page, memory.directory().ownWord(page));
      if (stamp == PageTable.LOCKED || stamp >= enough || inPlace) {
        continue;
      }
      long wanted = view.blocks(page);
      if (!table.holds(page, wanted, enough)) {
        for (Prefetch prefetch : travelling) {
          if (prefetch.validEpoch() >= enough) {
            wanted &= ~prefetch.fetched(memory, page);
          }
        }
        pages[count] = page;
        blocks[count] = wanted;
        count += wanted == PageBlocks.NONE ? 0 : 1;
      }
    }
    return new Part(Arrays.copyOf(pages, count), Arrays.copyOf(blocks, count));
  }

  /**
   * Cuts {@code whole} into at most so many parts, the first the shortest: nothing is done while it
   * comes, and each next one comes while the one before is worked on.
   */
  private static List<Part> parts(PagedMemory memory, Part whole, int most) {
    long bytes = whole.bytes(memory.blockShift());
    int count = Math.clamp(bytes / Math.max(LEAST_PART, 1L << memory.blockShift()), 1, most);
    int[] sizes = new int[count];
    long before = 0;
    for (int k = 0; k < count; k++) { // as 2, 3, 4 and so on
      long upTo =
          (long) whole.count() * ((k + 2) * (k + 3) / 2 - 1) / ((count + 1) * (count + 2) / 2 - 1);
      sizes[k] = (int) (upTo - before);
      before = upTo;
    }
    List<Part> parts = new ArrayList<>();
    IntArrayList pages = new IntArrayList();
    LongArrayList blocks = new LongArrayList();
    int part = 0;
    int room = sizes[0];
    for (int i = 0; i < whole.pages.length; i++) {
      for (long left = whole.blocks[i]; left != PageBlocks.NONE; ) {
        while (room == 0) {
          if (!pages.isEmpty()) {
            parts.add(new Part(pages.toIntArray(), blocks.toLongArray()));
            pages.clear();
            blocks.clear();
          }
          room = sizes[++part];
        }
        long some = PageBlocks.lowest(left, room);
        pages.add(whole.pages[i]);
        blocks.add(some);
        room -= Long.bitCount(some);
        left &= ~some;
      }
    }
    if (!pages.isEmpty()) {
      parts.add(new Part(pages.toIntArray(), blocks.toLongArray()));
    }
    return parts;
  }

  private static int[] union(List<Prefetch> departing) {
    return departing.stream()
        .flatMapToInt(prefetch -> Arrays.stream(prefetch.wanted()))
        .sorted()
        .distinct()
        .toArray();
  }

  /**
   * Pages whose directory words have been read together, each block for the first view that needs
   * it.
   */
  private final class Known {
    private final PagedMemory memory;
    private final long now;
    private final int[] pages;
    private final int[] completions;
    private final long[] words;
    private final long[] epochs;
    private final long[] given;

    Known(PagedMemory memory, long now, int[] pages) {
      this.memory = memory;
      this.now = now;
      this.pages = pages;
      completions = new int[pages.length];
      words = new long[pages.length];
      epochs = new long[pages.length];
      given = new long[pages.length];
    }

    void read(long enough) {
      for (int i = 0; i < pages.length; i++) {
        synchronized (memory.pages().monitor(pages[i])) {
          completions[i] = memory.pages().completions(pages[i]);
        }
      }
      memory.directory().read(port, pages, pages.length, words, epochs, enough, now);
    }

    void addTo(Prefetch prefetch) {
      prefetch.validEpoch(Arrays.stream(epochs).min().orElse(now));
      int[] wanted = prefetch.wanted();
      int[] places = new int[wanted.length];
      long[] missing = new long[wanted.length];
      long[] grouped = new long[wanted.length];
      long count = 0;
      for (int k = 0; k < wanted.length; k++) {
        int i = Arrays.binarySearch(pages, wanted[k]);
        places[k] = i;
        int owner = DirectoryWord.owner(words[i]);
        if (owner != port.rank()) {
          long here = current(wanted[k], words[i]) | given[i];
          missing[k] = prefetch.wantedBlocks(k) & ~here;
          grouped[k] =
              PageBlocks.groups(missing[k], here, port.bytesPerLatency(owner), memory.blockShift());
          count += Long.bitCount(grouped[k]);
        }
      }
      // Blocks beside those that are missing are not worth more than may travel.
      boolean fits = carriers.charge(prefetch.carrier(), count << memory.blockShift());
      for (int k = 0; k < wanted.length; k++) {
        int i = places[k];
        if (DirectoryWord.owner(words[i]) != port.rank()) {
          long fetched = fits ? grouped[k] : missing[k];
          given[i] |= fetched;
          prefetch.add(wanted[k], words[i], completions[i], fetched);
        }
      }
    }

    /** The blocks of the copy that are of the word's version. */
    private long current(int page, long word) {
      PageTable table = memory.pages();
      synchronized (table.monitor(page)) {
        return table.version(page) == DirectoryWord.version(word)
            ? table.blocks(page)
            : PageBlocks.NONE;
      }
    }
  }

  /** Each PE begins with the owners after itself, so that not all queue up at one owner. */
  private void fetch(PagedMemory memory, Prefetch prefetch) {
    run.use(prefetch.carrier().channel());
    int count = prefetch.count();
    int first = 0;
    while (first < count && DirectoryWord.owner(prefetch.word(first)) <= port.rank()) {
      first++;
    }
    for (int k = 0; k < count; k++) {
      int i = first + k < count ? first + k : first + k - count;
      long word = prefetch.word(i);
      long blocks = prefetch.fetched(i);
      run.addPacked(
          DirectoryWord.owner(word),
          memory.frames().heapOffset(DirectoryWord.frame(word)),
          prefetch.buffer(),
          prefetch.bufferOffset(i),
          blocks,
          memory.blockShift());
      port.counters().bytesFetched += (long) Long.bitCount(blocks) << memory.blockShift();
      port.counters().bytesAsked += prefetch.bytesAsked(i);
    }
    run.flush();
  }

  /**
   * Tells whether the copies have arrived; waits after many looks, for a backend that cannot tell.
   */
  boolean hasArrived(Prefetch prefetch) {
    if (prefetch.hasArrived()) {
      return true;
    }
    if (prefetch.lookedInVain() < MOST_LOOKS) {
      return false;
    }
    arrive(prefetch);
    return true;
  }

  /** Waits for what is on its way. */
  void arrive(Prefetch prefetch) {
    long start = port.pe().clock().now();
    prefetch.arrive();
    port.fetched(start, port.counters().bytesFetched);
  }

  /** Lets go of a prefetch that has arrived. */
  void end(Prefetch prefetch) {
    AsyncChannel carrier = prefetch.dismiss();
    if (carrier != null) {
      carriers.giveBack(carrier);
    }
  }
}
