package org.temoto.gas.engine.memory;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.Region;

/**
 * The bytes of a memory that a view stands for: ascending, disjoint, non-adjacent pieces, counted
 * in bytes from the start of the memory. Immutable.
 */
public abstract sealed class Extent {
  /** The first byte. */
  public abstract long start();

  /** The byte after the last. */
  public abstract long end();

  /** The number of pieces; 0 if there is no byte. */
  public abstract int pieces();

  public abstract long pieceStart(int piece);

  public abstract long pieceEnd(int piece);

  /** The bytes of all pieces together. */
  public final long bytes() {
    long bytes = 0;
    for (int i = 0; i < pieces(); i++) {
      bytes += pieceEnd(i) - pieceStart(i);
    }
    return bytes;
  }

  /** Number of its bytes that are in [{@code from}, {@code to}). */
  public final long bytes(long from, long to) {
    long bytes = 0;
    int last = pieces();
    for (int i = pieceAfter(from); i < last && pieceStart(i) < to; i++) {
      bytes += Math.min(pieceEnd(i), to) - Math.max(pieceStart(i), from);
    }
    return bytes;
  }

  /**
   * Number of its bytes that are in {@code blocks}, of {@code 1 << shift} bytes each, of the page
   * that begins at {@code page}. See {@link PageBlocks}.
   */
  public final long bytesOf(long blocks, long page, int shift) {
    long bytes = 0;
    for (long left = blocks; left != PageBlocks.NONE; ) {
      int end = PageBlocks.firstEnd(left);
      bytes += bytes(page + ((long) PageBlocks.first(left) << shift), page + ((long) end << shift));
      left = PageBlocks.from(end, left);
    }
    return bytes;
  }

  /** The first piece that ends after byte {@code position}; {@link #pieces()} if there is none. */
  abstract int pieceAfter(long position);

  /** Tells whether all of [{@code from}, {@code to}) belongs to one piece. */
  public final boolean covers(long from, long to) {
    int piece = pieceAfter(from);
    return piece < pieces() && pieceStart(piece) <= from && to <= pieceEnd(piece);
  }

  /** Tells whether any byte of [{@code from}, {@code to}) belongs to this extent. */
  public final boolean touches(long from, long to) {
    int piece = pieceAfter(from);
    return piece < pieces() && pieceStart(piece) < to;
  }

  /** Tells whether the two have no byte in common, or one has all bytes of the other. */
  public final boolean nests(Extent other) {
    return end() <= other.start()
        || other.end() <= start()
        || !touches(other)
        || covers(other)
        || other.covers(this);
  }

  private boolean touches(Extent other) {
    for (int i = 0; i < other.pieces(); i++) {
      if (touches(other.pieceStart(i), other.pieceEnd(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean covers(Extent other) {
    for (int i = 0; i < other.pieces(); i++) {
      if (!covers(other.pieceStart(i), other.pieceEnd(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds the bytes of this extent within [{@code from}, {@code to}) to {@code set}, counted from
   * {@code from}.
   */
  public final void addTo(ByteSet set, long from, long to) {
    int last = pieces();
    for (int i = pieceAfter(from); i < last && pieceStart(i) < to; i++) {
      set.add(
          (int) (Math.max(pieceStart(i), from) - from), (int) (Math.min(pieceEnd(i), to) - from));
    }
  }

  /**
   * The blocks of a page that this extent touches, of {@code 1 << shift} bytes each; the page is
   * the bytes [{@code from}, {@code to}). See {@link PageBlocks}.
   */
  public final long blocks(long from, long to, int shift) {
    long blocks = PageBlocks.NONE;
    int last = pieces();
    for (int i = pieceAfter(from); i < last && pieceStart(i) < to; i++) {
      long begin = Math.max(pieceStart(i), from) - from;
      blocks |= PageBlocks.touched(begin, Math.min(pieceEnd(i), to) - from, shift);
      if (blocks == PageBlocks.ALL) {
        return blocks;
      }
    }
    return blocks;
  }

  /** The pages that this extent touches, ascending. */
  public final int[] pages(int pageShift) {
    IntArrayList pages = new IntArrayList();
    int next = 0;
    for (int i = 0; i < pieces(); i++) {
      int last = (int) ((pieceEnd(i) - 1) >>> pageShift);
      for (int page = Math.max(next, (int) (pieceStart(i) >>> pageShift)); page <= last; page++) {
        pages.add(page);
        next = page + 1;
      }
    }
    return pages.toIntArray();
  }

  /** The bytes of [{@code start}, {@code end}). */
  public static Extent of(long start, long end) {
    return new Contiguous(start, end);
  }

  /** The bytes of {@code region}. */
  public static Extent of(Region region) {
    return switch (region) {
      case GlobalRange range -> new Contiguous(range.offset(), range.offset() + range.length());
      case Region.Strided tile when tile.count() == 1 || tile.blockBytes() == tile.strideBytes() ->
          new Contiguous(tile.offset(), tile.offset() + tile.length());
      case Region.Strided tile ->
          new Strided(
              tile.offset(), tile.blockBytes(), tile.strideBytes(), Math.toIntExact(tile.count()));
      case Region.Ranges list -> listed(list.ranges());
      case Region.Gathered gathered -> listed(gathered.pieces().ranges());
    };
  }

  private static Extent listed(List<GlobalRange> ranges) {
    LongArrayList bounds = new LongArrayList();
    for (GlobalRange range : ranges) {
      if (range.length() == 0) {
        continue;
      }
      if (!bounds.isEmpty() && bounds.topLong() == range.offset()) {
        bounds.popLong();
      } else {
        bounds.push(range.offset());
      }
      bounds.push(range.offset() + range.length());
    }
    long nothing = ranges.getFirst().offset();
    return bounds.isEmpty() ? new Contiguous(nothing, nothing) : new Listed(bounds.toLongArray());
  }

  private static final class Contiguous extends Extent {
    private final long start;
    private final long end;

    Contiguous(long start, long end) {
      this.start = start;
      this.end = end;
    }

    @Override
    public long start() {
      return start;
    }

    @Override
    public long end() {
      return end;
    }

    @Override
    public int pieces() {
      return end > start ? 1 : 0;
    }

    @Override
    public long pieceStart(int piece) {
      return start;
    }

    @Override
    public long pieceEnd(int piece) {
      return end;
    }

    @Override
    int pieceAfter(long position) {
      return end > position ? 0 : pieces();
    }
  }

  private static final class Strided extends Extent {
    private final long start;
    private final long block;
    private final long stride;
    private final int count;

    Strided(long start, long block, long stride, int count) {
      this.start = start;
      this.block = block;
      this.stride = stride;
      this.count = count;
    }

    @Override
    public long start() {
      return start;
    }

    @Override
    public long end() {
      return pieceEnd(count - 1);
    }

    @Override
    public int pieces() {
      return count;
    }

    @Override
    public long pieceStart(int piece) {
      return start + piece * stride;
    }

    @Override
    public long pieceEnd(int piece) {
      return start + piece * stride + block;
    }

    @Override
    int pieceAfter(long position) {
      long beyond = position - start - block;
      return beyond < 0 ? 0 : (int) Math.min(count, beyond / stride + 1);
    }
  }

  private static final class Listed extends Extent {
    private final long[] bounds;

    Listed(long[] bounds) {
      this.bounds = bounds;
    }

    @Override
    public long start() {
      return bounds[0];
    }

    @Override
    public long end() {
      return bounds[bounds.length - 1];
    }

    @Override
    public int pieces() {
      return bounds.length / 2;
    }

    @Override
    public long pieceStart(int piece) {
      return bounds[2 * piece];
    }

    @Override
    public long pieceEnd(int piece) {
      return bounds[2 * piece + 1];
    }

    @Override
    int pieceAfter(long position) {
      int low = 0;
      int high = pieces();
      while (low < high) {
        int middle = low + high >>> 1;
        if (pieceEnd(middle) > position) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }
}
