package org.temoto.gas;

import java.util.Comparator;
import java.util.List;

/**
 * Bytes that one localize brings to hand: a range, a strided region, or a list of ranges of one
 * memory. Whatever its shape, it keeps its global layout locally: a gap stays a gap.
 */
public sealed interface Region permits GlobalRange, Region.Strided, Region.Ranges, Region.Gathered {
  GlobalMemory memory();

  /** The first byte, from the start of the memory. */
  long offset();

  /** Bytes from the first byte to the end of the last, gaps included. */
  long length();

  default LocalView localize(Access access) {
    return memory().localize(this, access);
  }

  /** As {@link GlobalMemory#localizeAsync(Region, Access)}. */
  default Request<LocalView> localizeAsync(Access access) {
    return memory().localizeAsync(this, access);
  }

  /**
   * Region of {@code count} blocks of {@code blockBytes} whose starts are {@code strideBytes}
   * apart: for example a tile of a matrix.
   *
   * @param memory of which the blocks are
   * @param offset of the first block, in bytes from the start of the memory
   * @param blockBytes length of each block in bytes
   * @param strideBytes from the start of a block to that of the next, in bytes: at least {@code
   *     blockBytes}
   * @param count of blocks, at least one
   */
  record Strided(GlobalMemory memory, long offset, long blockBytes, long strideBytes, long count)
      implements Region {
    public Strided {
      if (blockBytes < 1 || count < 1 || strideBytes < blockBytes) {
        throw new IllegalArgumentException(
            "blockBytes=%s, strideBytes=%s, count=%s: blocks must not be empty nor overlap"
                .formatted(blockBytes, strideBytes, count));
      }
      if (count > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "count=" + count + ": a region has at most " + Integer.MAX_VALUE + " blocks");
      }
      // Divided, for a product may overflow.
      long afterFirst = memory.byteSize() - blockBytes;
      if (offset < 0 || offset > afterFirst || count - 1 > (afterFirst - offset) / strideBytes) {
        throw new IndexOutOfBoundsException(
            "%s blocks of %s bytes, %s apart, at %s are outside memory \"%s\" of %s bytes"
                .formatted(
                    count, blockBytes, strideBytes, offset, memory.name(), memory.byteSize()));
      }
    }

    @Override
    public long length() {
      return (count - 1) * strideBytes + blockBytes;
    }
  }

  /**
   * Ranges of one memory, disjoint, which are kept in the order of their offsets. Empty ones are
   * left out, unless all are.
   *
   * @param ranges at least one, of any order
   */
  record Ranges(List<GlobalRange> ranges) implements Region {
    public Ranges {
      if (ranges.isEmpty()) {
        throw new IllegalArgumentException("a list of ranges must not be empty");
      }
      GlobalRange first = ranges.getFirst();
      List<GlobalRange> filled =
          ranges.stream()
              .filter(range -> range.length() > 0 || range.memory() != first.memory())
              .sorted(Comparator.comparingLong(GlobalRange::offset))
              .toList();
      ranges = filled.isEmpty() ? List.of(first) : filled;
      for (int i = 0; i < ranges.size(); i++) {
        GlobalRange before = i == 0 ? first : ranges.get(i - 1);
        GlobalRange range = ranges.get(i);
        if (range.memory() != first.memory()
            || i > 0 && range.offset() < before.offset() + before.length()) {
          throw new IllegalArgumentException(
              "ranges must be of one memory and disjoint: " + before + ", " + range);
        }
      }
    }

    @Override
    public GlobalMemory memory() {
      return ranges.getFirst().memory();
    }

    @Override
    public long offset() {
      return ranges.getFirst().offset();
    }

    @Override
    public long length() {
      GlobalRange last = ranges.getLast();
      return last.offset() + last.length() - offset();
    }
  }

  /**
   * Region that {@link GlobalMemory#gather} makes of an index set: ranges that have all its
   * elements and, where that is cheaper than to leave it out, what stands between them. For reading
   * only, since a commit would publish that, too.
   *
   * @param pieces ranges that cover the elements
   */
  record Gathered(Ranges pieces) implements Region {
    @Override
    public GlobalMemory memory() {
      return pieces.memory();
    }

    @Override
    public long offset() {
      return pieces.offset();
    }

    @Override
    public long length() {
      return pieces.length();
    }
  }
}
