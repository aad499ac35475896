package org.temoto.gas.engine.memory;

/**
 * Bitmasks of the blocks of a page: parts of a 64th of it, which are the unit in which bytes of
 * pages are fetched. Bit i stands for the bytes [{@code i << shift}, {@code i + 1 << shift}) of the
 * page.
 */
public final class PageBlocks {
  public static final long NONE = 0;

  public static final long ALL = -1;

  private static final int SHIFT = 6;

  public static final int COUNT = 1 << SHIFT;

  private PageBlocks() {}

  /** The shift of a block's size in bytes, in pages of {@code 1 << pageShift} bytes. */
  public static int shift(int pageShift) {
    return pageShift - SHIFT;
  }

  /** The blocks from {@code first} to before {@code end}. */
  public static long between(int first, int end) {
    if (first >= end) {
      return NONE;
    }
    return ALL >>> COUNT - (end - first) << first;
  }

  /** The blocks that the bytes [{@code from}, {@code to}) of a page touch. */
  public static long touched(long from, long to, int shift) {
    return between((int) (from >>> shift), (int) (to + (1L << shift) - 1 >>> shift));
  }

  /**
   * The blocks whose bytes are all in {@code set}; those beyond byte {@code pageBytes}, where the
   * memory ends, count as bytes of the block before.
   */
  public static long covered(ByteSet set, int pageBytes, int shift) {
    long blocks = NONE;
    for (int i = 0; i < set.intervals(); i++) {
      int first = set.from(i) + (1 << shift) - 1 >>> shift;
      blocks |= between(first, set.to(i) >= pageBytes ? COUNT : set.to(i) >>> shift);
    }
    return blocks;
  }

  /**
   * The blocks to fetch where {@code missing} have to be, and some are {@code here}: as {@link
   * #groups} of the bytes that travel within a latency, or of twice what is here already, if that
   * is more. So a page that is used bit by bit is fetched in a number of steps that grows as its
   * logarithm, and of one that is hardly used little is fetched.
   */
  public static long worthFetching(long missing, long here, long bytesPerLatency, int shift) {
    return groups(
        missing, here, Math.max(bytesPerLatency, 2L * Long.bitCount(here) << shift), shift);
  }

  /** Whole aligned groups of {@code bytes} around {@code missing}, but for those that are here. */
  public static long groups(long missing, long here, long bytes, int shift) {
    long group = Long.highestOneBit(Math.max(1, bytes + (1L << shift) - 1 >>> shift));
    if (group >= COUNT) {
      return missing == NONE ? NONE : ~here;
    }
    int size = (int) group;
    long fetched = NONE;
    for (long left = missing; left != NONE; left &= ~fetched) {
      int first = Long.numberOfTrailingZeros(left) / size * size;
      fetched |= between(first, first + size);
    }
    return fetched & ~here;
  }

  /** The first block of {@code blocks}, which are not none. */
  public static int first(long blocks) {
    return Long.numberOfTrailingZeros(blocks);
  }

  /** The block after the first run of neighbours in {@code blocks}, which are not none. */
  public static int firstEnd(long blocks) {
    int first = first(blocks);
    return first + Long.numberOfTrailingZeros(~(blocks >>> first));
  }

  /** The first {@code count} of {@code blocks}, or all if there are fewer. */
  public static long lowest(long blocks, int count) {
    long rest = blocks;
    for (int i = 0; i < count && rest != NONE; i++) {
      rest &= rest - 1;
    }
    return blocks & ~rest;
  }

  /** {@code blocks} without those before {@code end}. */
  public static long from(int end, long blocks) {
    return end == COUNT ? NONE : blocks & ALL << end;
  }
}
