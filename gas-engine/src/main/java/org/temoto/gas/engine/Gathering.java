package org.temoto.gas.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.Region;
import org.temoto.gas.engine.owner.Directory;

/**
 * Planner that turns index sets of one memory into ranges. Pages are fetched, and neighbouring ones
 * come by one operation, so ranges are runs of pages; two runs become one where the bytes between
 * them are worth less than an operation.
 *
 * @param bytesPerOperation of the network, see {@link
 *     org.temoto.gas.spi.Transport#bytesPerOperation}
 */
record Gathering(GlobalMemory memory, Directory directory, long bytesPerOperation) {
  /** Most bytes between two runs: even if they cost nothing, the cache has to hold them. */
  private static final long MOST_BETWEEN = 1 << 20;

  Region.Gathered of(long base, int elementBytes, long[] indices) {
    requireAny(indices);
    BitSet pages = new BitSet();
    long first = Long.MAX_VALUE;
    long end = 0;
    for (long index : indices) {
      GlobalRange element = element(base, elementBytes, index);
      long last = element.offset() + element.length() - 1;
      pages.set(page(element.offset()), page(last) + 1);
      first = Math.min(first, element.offset());
      end = Math.max(end, last + 1);
    }
    return new Region.Gathered(new Region.Ranges(ranges(pages, first, end)));
  }

  /** The elements without anything between, which costs as much memory as the index set. */
  Region.Gathered alone(long base, int elementBytes, long[] indices) {
    requireAny(indices);
    long[] ascending = indices.clone();
    Arrays.sort(ascending);
    List<GlobalRange> runs = new ArrayList<>();
    for (int i = 0; i < ascending.length; ) {
      GlobalRange first = element(base, elementBytes, ascending[i]);
      long end = first.offset() + first.length();
      for (; i < ascending.length && base + ascending[i] * elementBytes <= end; i++) {
        GlobalRange each = element(base, elementBytes, ascending[i]);
        end = each.offset() + each.length();
      }
      runs.add(memory.range(first.offset(), end - first.offset()));
    }
    return new Region.Gathered(new Region.Ranges(runs));
  }

  private static void requireAny(long... indices) {
    if (indices.length == 0) {
      throw new IllegalArgumentException("an index set must not be empty");
    }
  }

  private GlobalRange element(long base, int elementBytes, long index) {
    if (elementBytes < 1) {
      throw new IllegalArgumentException("elementBytes=" + elementBytes + " must be at least 1");
    }
    // Divided, for a product may overflow.
    if (base < 0 || index < 0 || index > (memory.byteSize() - base) / elementBytes) {
      throw new IndexOutOfBoundsException(
          "element %s of %s bytes, from byte %s on, is outside memory \"%s\" of %s bytes"
              .formatted(index, elementBytes, base, memory.name(), memory.byteSize()));
    }
    return memory.range(base + index * elementBytes, elementBytes);
  }

  private int page(long offset) {
    return (int) (offset / memory.pageSize());
  }

  /** The runs of {@code pages}, of which only the bytes from {@code first} to {@code end} count. */
  private List<GlobalRange> ranges(BitSet pages, long first, long end) {
    List<GlobalRange> ranges = new ArrayList<>();
    for (int page = pages.nextSetBit(0); page >= 0; ) {
      int runEnd = pages.nextClearBit(page);
      int next = pages.nextSetBit(runEnd);
      while (next >= 0 && isWorthFetching(runEnd, next)) {
        runEnd = pages.nextClearBit(next);
        next = pages.nextSetBit(runEnd);
      }
      long from = Math.max(first, (long) page * memory.pageSize());
      long to = Math.min(end, (long) runEnd * memory.pageSize());
      ranges.add(memory.range(from, to - from));
      page = next;
    }
    return ranges;
  }

  /** Tells whether the pages from {@code from} to the one before {@code to} are to come along. */
  private boolean isWorthFetching(int from, int to) {
    long bytes = (long) (to - from) * memory.pageSize();
    if (bytes > Math.min(bytesPerOperation, MOST_BETWEEN) || directory.isOwn(from)) {
      return false;
    }
    int manager = directory.map().manager(from - 1);
    for (int page = from; page <= to; page++) {
      if (directory.map().manager(page) != manager) {
        return false; // no one operation would bring both sides
      }
    }
    return true;
  }
}
