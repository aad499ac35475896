package org.temoto.gas.engine.memory;

import org.temoto.gas.GasException;

/** How many views each page of a {@link Window} has: mapped are those that have any. */
final class ViewCounts {
  private final int[] views;
  private final Mapping mapping;

  /** Maps pages, or takes them away. */
  interface Mapping {
    /** Changes the pages from {@code first} to before {@code end}; or throws and changes none. */
    void map(int first, int end, boolean exposed);
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
        done = changeSome(done, end, difference);
      }
    } catch (GasException failure) {
      takeBack(begin, done, difference, failure);
      throw failure;
    }
  }

  /** The next pages that all come or go by this, or that all do not; gives who is after them. */
  private int changeSome(int first, int end, int difference) {
    int alone = difference > 0 ? 0 : 1;
    boolean maps = views[first] == alone;
    int next = first + 1;
    while (next < end && (views[next] == alone) == maps) {
      next++;
    }
    if (maps) {
      mapping.map(first, next, difference > 0);
    }
    count(first, next, difference);
    return next;
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
        mapping.map(first, end, true);
        first = next(end);
      }
    } catch (GasException failure) {
      for (int mapped = next(0); mapped < first; mapped = next(end(mapped))) {
        mapping.map(mapped, end(mapped), false);
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
      int left = begin;
      while (left < end) {
        left = changeSome(left, end, -difference);
      }
    } catch (GasException another) {
      failure.addSuppressed(another);
    }
  }
}
