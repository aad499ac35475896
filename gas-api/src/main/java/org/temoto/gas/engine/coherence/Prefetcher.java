package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.Carrier;
import org.temoto.gas.engine.transfer.Carriers;
import org.temoto.gas.engine.transfer.GetRun;
import org.temoto.gas.engine.transfer.Port;

/**
 * Sends for the pages of views that are going to be opened; one per strand. Reads the directory
 * words of all of them together, which is the only wait, and starts the gets of those whose version
 * is not here, each view's on a carrier of its own.
 *
 * <p>The order is that of a {@link Validator}: a place in the table of those who use frames, then
 * the epoch, the counts of commits, the words, the bytes. What it leaves out is brought when the
 * view is opened: pages that another strand has locked, that are owned here, or for which there is
 * no carrier.
 */
final class Prefetcher {
  /** Looks in vain after which copies are waited for. */
  private static final int MOST_LOOKS = 64;

  private final Port port;
  private final Epochs epochs;
  private final Carriers carriers;
  private final GetRun run = new GetRun();

  Prefetcher(Port port, Epochs epochs, Carriers carriers) {
    this.port = port;
    this.epochs = epochs;
    this.carriers = carriers;
  }

  /**
   * What is on its way for each of {@code views}, which are of one memory; null where nothing is. A
   * page that several touch travels with the first.
   */
  List<Prefetch> start(PagedMemory memory, List<? extends OpenView> views, long epoch) {
    List<Prefetch> started = new ArrayList<>();
    try {
      long enough = memory.enough(epoch);
      for (OpenView view : views) {
        int[] pages = shortPages(memory, view, enough);
        Carrier carrier =
            pages.length == 0 ? null : carriers.take((long) pages.length << memory.pageShift());
        started.add(carrier == null ? null : new Prefetch(memory, pages, carrier));
      }
      if (started.stream().anyMatch(Objects::nonNull)) {
        depart(memory, started);
      }
      return started;
    } catch (RuntimeException | Error failure) {
      started.stream().filter(Objects::nonNull).forEach(prefetch -> giveUp(prefetch, failure));
      throw failure;
    }
  }

  private void depart(PagedMemory memory, List<Prefetch> started) {
    long start = port.pe().clock().now();
    long bytesBefore = port.counters().bytesFetched;
    List<Prefetch> departing = started.stream().filter(Objects::nonNull).toList();
    departing.forEach(prefetch -> prefetch.begin(port));
    Known known = new Known(memory, epochs.current(), union(departing));
    known.read();
    for (Prefetch prefetch : departing) {
      known.addTo(prefetch);
      if (prefetch.isFetching()) {
        fetch(memory, prefetch);
      } else {
        prefetch.arrive();
        end(prefetch);
      }
    }
    started.replaceAll(prefetch -> prefetch == null || prefetch.count() == 0 ? null : prefetch);
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

  /** The pages of the view whose contents fall short, ascending. */
  private static int[] shortPages(PagedMemory memory, OpenView view, long enough) {
    PageTable table = memory.pages();
    int[] pages = new int[view.pageCount()];
    int count = 0;
    for (int i = 0; i < pages.length; i++) {
      int page = view.page(i);
      long needed = view.needed(page, enough);
      long stamp = table.stamp(page);
      boolean inPlace =
          table.isMapped(page) && memory.isInPlace(page, memory.directory().ownWord(page));
      if (needed != PageTable.UNVALIDATED
          && stamp != PageTable.LOCKED
          && stamp < needed
          && !inPlace) {
        pages[count++] = page;
      }
    }
    return Arrays.copyOf(pages, count);
  }

  private static int[] union(List<Prefetch> departing) {
    return departing.stream()
        .flatMapToInt(prefetch -> Arrays.stream(prefetch.wanted()))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Pages whose directory words have been read together, each for the first who wants it. */
  private final class Known {
    private final PagedMemory memory;
    private final long epoch;
    private final int[] pages;
    private final int[] completions;
    private final long[] words;
    private final boolean[] given;

    Known(PagedMemory memory, long epoch, int[] pages) {
      this.memory = memory;
      this.epoch = epoch;
      this.pages = pages;
      completions = new int[pages.length];
      words = new long[pages.length];
      given = new boolean[pages.length];
    }

    void read() {
      for (int i = 0; i < pages.length; i++) {
        synchronized (memory.pages().monitor(pages[i])) {
          completions[i] = memory.pages().completions(pages[i]);
        }
      }
      memory.directory().read(port, pages, pages.length, words);
    }

    void addTo(Prefetch prefetch) {
      prefetch.validEpoch(epoch);
      for (int page : prefetch.wanted()) {
        int i = Arrays.binarySearch(pages, page);
        if (!given[i] && DirectoryWord.owner(words[i]) != port.rank()) {
          given[i] = true;
          prefetch.add(page, words[i], completions[i], !isCurrent(page, words[i]));
        }
      }
    }

    private boolean isCurrent(int page, long word) {
      synchronized (memory.pages().monitor(page)) {
        return memory.pages().version(page) == DirectoryWord.version(word);
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
      if (prefetch.isFetched(i)) {
        long word = prefetch.word(i);
        run.add(
            DirectoryWord.owner(word),
            memory.frames().heapOffset(DirectoryWord.frame(word)),
            prefetch.buffer(),
            prefetch.bufferOffset(i),
            memory.pageSize());
        port.counters().bytesFetched += memory.pageSize();
      }
    }
    run.flush();
  }

  /** Whether the copies have arrived; waits after many looks, for a backend that cannot tell. */
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

  /** Nobody looks at what has arrived any more. */
  void end(Prefetch prefetch) {
    Carrier carrier = prefetch.dismiss();
    if (carrier != null) {
      carriers.giveBack(carrier);
    }
  }
}
