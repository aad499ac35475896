package org.temoto.gas.engine.coherence;

import java.util.Arrays;
import org.temoto.gas.engine.cache.PageTable;

/**
 * Counts of the commits to each page that this PE has completed with none of another PE between. A
 * page's count is read and changed under its {@link PageTable#monitor}.
 */
final class CommitRows {
  private final int[] commits;

  /** The version of each page after the last commit of its row. */
  private final long[] versions;

  CommitRows(int pages) {
    commits = new int[pages];
    versions = new long[pages];
    Arrays.fill(versions, PageTable.NO_VERSION);
  }

  /** The commits of the row that goes up to the page's {@code version}. */
  int upTo(int page, long version) {
    return version == versions[page] ? commits[page] : 0;
  }

  /** A commit of this PE has made {@code before}, the page's version, {@code after}. */
  void committed(int page, long before, long after) {
    commits[page] = upTo(page, before) + 1;
    versions[page] = after;
  }
}
