package org.temoto.gas.engine.memory;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.BitSet;
import org.temoto.gas.GasException;

/**
 * Counts of the views of each page of a {@link AddressWindow}: mapped are pages that have any, and
 * some that had one. Taking a page away costs more than a view, for it interrupts the other cores.
 * So it is paid for in advance: at first it is done at once, and where views come and go more
 * often, as often as so many views allow; pages that wait for it do so in the order in which they
 * were left, and cost nothing if they are viewed again.
 */
final class ViewCounts {
  /** So many pages have to be viewed before one is taken away, and may be mapped again. */
  static final int PRICE = 4096;

  /** So many runs are taken away at once. */
  static final int PREPAID = 4096;

  private final int[] views;
  private final Mapping mapping;

  /** Pages viewed, less the price of what was taken away; at most what is prepaid. */
  private long credit = (long) PREPAID * PRICE;

  /** Pages without a view that are still mapped. */
  private final BitSet left = new BitSet();

  private final PageQueue waiting = new PageQueue();

  /** True if pages are taken away at once whatever that costs. */
  private boolean exact;

  /** Place where pages are mapped and taken away; a method that throws changes none. */
  interface Mapping {
    /** Maps the pages from {@code first} to before {@code end}. */
    void map(int first, int end);

    /** Takes them away. */
    void unmap(int first, int end);
  }

  ViewCounts(int pages, Mapping mapping) {
    this.views = new int[pages];
    this.mapping = mapping;
  }

  /**
   * One view more or less of the pages from {@code begin} to before {@code end}.
   *
   * @param difference 1 or -1
   * @throws GasException if the system does not map them; then all is as it was
   */
  void change(int begin, int end, int difference) {
    int done = begin;
    try {
      while (done < end) {
        done = difference > 0 ? exposeSome(done, end) : concealSome(done, end);
      }
      if (difference > 0) {
        credit = Math.min((long) PREPAID * PRICE, credit + end - begin);
        takeAwayWaiting();
      }
    } catch (GasException failure) {
      takeBack(begin, done, difference, failure);
      throw failure;
    }
  }

  /** The next pages that all come by this, or that all do not; gives the page after them. */
  private int exposeSome(int first, int end) {
    boolean comes = !isMapped(first);
    int next = first + 1;
    while (next < end && isMapped(next) != comes) {
      next++;
    }
    if (comes) {
      mapping.map(first, next);
    } else if (!left.isEmpty()) {
      left.clear(first, next);
    }
    count(first, next, 1);
    return next;
  }

  private boolean isMapped(int page) {
    return views[page] > 0 || left.get(page);
  }

  /** The next pages that all lose their last view, or that all do not. */
  private int concealSome(int first, int end) {
    boolean goes = views[first] == 1;
    int next = first + 1;
    while (next < end && (views[next] == 1) == goes) {
      next++;
    }
    if (goes && (exact || credit >= PRICE)) {
      mapping.unmap(first, next);
      credit -= PRICE;
    } else if (goes) {
      left.set(first, next);
      waiting.add(first, next);
    }
    count(first, next, -1);
    return next;
  }

  /** From now on, pages that have no view are not mapped. */
  void beExact() {
    if (!exact) {
      exact = true;
      takeAwayWaiting();
    }
  }

  /** Takes away the pages from {@code begin} to before {@code end} that have no view. */
  void takeAway(int begin, int end) {
    for (int first = left.nextSetBit(begin); first >= 0 && first < end; ) {
      int last = Math.min(end, left.nextClearBit(first));
      takeAwayLeft(first, last);
      first = left.nextSetBit(last);
    }
  }

  private void takeAwayLeft(int first, int end) {
    mapping.unmap(first, end);
    left.clear(first, end);
    credit -= PRICE;
  }

  /** Takes away what has waited longest, as far as that is paid for. */
  private void takeAwayWaiting() {
    while ((exact || credit >= PRICE) && !waiting.isEmpty()) {
      int page = waiting.first();
      if (left.get(page)) { // else it is viewed again
        takeAwayLeft(page, page + 1); // without its neighbours, which might come one by one again
      }
      waiting.removeFirst(); // now, for it stays where taking it away has failed
    }
  }

  /** As {@link #change} while no page is mapped at all, which {@link #mapAll} makes up for. */
  void count(int begin, int end, int difference) {
    for (int page = begin; page < end; page++) {
      views[page] += difference;
    }
  }

  /**
   * Maps all pages that have a view, of which none is mapped.
   *
   * @throws GasException if the system does not map them; then none is
   */
  void mapAll() {
    int first = next(0);
    try {
      while (first < views.length) {
        int end = end(first);
        mapping.map(first, end);
        first = next(end);
      }
    } catch (GasException failure) {
      for (int mapped = next(0); mapped < first; mapped = next(end(mapped))) {
        mapping.unmap(mapped, end(mapped));
      }
      throw failure;
    }
  }

  /** The first page from {@code page} on that has a view. */
  private int next(int page) {
    int next = page;
    while (next < views.length && views[next] == 0) {
      next++;
    }
    return next;
  }

  /** The page after those from {@code page} on that have a view. */
  private int end(int page) {
    int end = page;
    while (end < views.length && views[end] > 0) {
      end++;
    }
    return end;
  }

  private void takeBack(int begin, int end, int difference, GasException failure) {
    try {
      int back = begin;
      while (back < end) {
        back = difference > 0 ? concealSome(back, end) : exposeSome(back, end);
      }
    } catch (GasException another) {
      failure.addSuppressed(another);
    }
  }

  /** Pages in the order in which they were added, each once. */
  private static final class PageQueue {
    private final BitSet queued = new BitSet();
    private final IntArrayFIFOQueue pages = new IntArrayFIFOQueue();

    boolean isEmpty() {
      return pages.isEmpty();
    }

    void add(int first, int end) {
      for (int page = first; page < end; page++) {
        if (!queued.get(page)) {
          queued.set(page);
          pages.enqueue(page);
        }
      }
    }

    int first() {
      return pages.firstInt();
    }

    void removeFirst() {
      queued.clear(pages.dequeueInt());
    }
  }
}
