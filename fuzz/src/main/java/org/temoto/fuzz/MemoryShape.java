package org.temoto.fuzz;

import org.temoto.gas.Distribution;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/**
 * A memory of a random program.
 *
 * @param cut how many bytes the last page is short of, fewer than its last unit has
 */
record MemoryShape(
    int pages, int pageSize, Distribution distribution, OwnershipPolicy ownership, int cut) {
  /** Units of a page; their borders are odd, and the last of a page is shorter. */
  static final int UNITS_PER_PAGE = 8;

  int units() {
    return pages * UNITS_PER_PAGE;
  }

  long bytes() {
    return (long) pages * pageSize - cut;
  }

  MemoryOptions options(String name) {
    return MemoryOptions.of(name, bytes())
        .withPageSize(pageSize)
        .withDistribution(distribution)
        .withOwnership(ownership);
  }

  /** The first byte of unit {@code unit} of this memory, or the end of the one before. */
  long position(int unit) {
    int width = width(pageSize);
    int page = unit / UNITS_PER_PAGE;
    long at = (long) page * pageSize + (long) (unit % UNITS_PER_PAGE) * width;
    return Math.min(at, bytes());
  }

  /** Bytes of all units of a page but the last. */
  static int width(int pageSize) {
    return pageSize / UNITS_PER_PAGE + 1;
  }
}
