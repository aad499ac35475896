package org.temoto.gas.engine.owner;

import java.util.Arrays;
import org.temoto.gas.Distribution;

/**
 * The static part of the directory: each page's manager, and its rank among the pages of that
 * manager.
 */
public final class PageMap {
  private final char[] manager;
  private final int[] rank;
  private final int most;

  public PageMap(Distribution distribution, int pages, int pes) {
    manager = new char[pages];
    rank = new int[pages];
    int[] managed = new int[pes];
    for (int page = 0; page < pages; page++) {
      int pe = distribution.manager(page, pages, pes);
      manager[page] = (char) pe;
      rank[page] = managed[pe]++;
    }
    most = Arrays.stream(managed).max().orElse(0);
  }

  public int pages() {
    return rank.length;
  }

  public int manager(int page) {
    return manager[page];
  }

  /** The position of the page's directory word, and of its first frame, on its manager. */
  public int rank(int page) {
    return rank[page];
  }

  /** A hash of all managers, by which maps are told apart. */
  public int fingerprint() {
    return Arrays.hashCode(manager);
  }

  /** The largest number of pages that one PE manages. */
  public int most() {
    return most;
  }
}
