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
    for (int page = first; page < next; page++) {
      views[page] += difference;
    }
    return next;
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
