package org.temoto.gas.engine.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Second copy of a memory's copies on one PE, by which the bytes are found that tasks have changed
 * through wide write views.
 *
 * <p>The blocks of a page that a write view touches get a twin before the view's task can store.
 * <em>Invariant:</em> a byte of a block with a twin is, in the memory, what it is in the twin,
 * unless a task of this PE has stored it through an active write view since its bytes were last
 * registered as committed. So what differs is committed, and nothing else; what is fetched goes
 * where nothing differs, into both. Puts take the bytes from the twin, which holds what was
 * registered: were they taken from the memory, a byte that is changed and changed back meanwhile
 * would be put and not be found again.
 *
 * <p>A change may be found that another task of this PE has not finished: it is committed early,
 * which no other task may look at, and what that task stores later differs again.
 *
 * <p>All methods are called under the page's monitor. Tasks store meanwhile, without it: a byte is
 * fetched into the memory by compare-and-swap of its word, so that none of their stores is lost.
 */
public final class Twins implements AutoCloseable {
  /** Byte i of a word is in its bits from 8 i on, on all machines. */
  private static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfLong FETCHED = LITTLE.withByteAlignment(1);
  private static final VarHandle WORD = LITTLE.varHandle();
  private static final int ALL = 0xff;

  /** All bits of each byte but the highest. */
  private static final long LOW = 0x7f7f7f7f7f7f7f7fL;

  /** Multiplied by it, the lowest bits of the eight bytes come to stand in the highest byte. */
  private static final long GATHER = 0x0102040810204080L;

  /** Multiplied by it, a byte comes to stand in all eight. */
  private static final long SPREAD = 0x0101010101010101L;

  /** Bit i of byte i. */
  private static final long DIAGONAL = 0x8040201008040201L;

  /** Words in a row that are the same, after which the next change is looked for in bulk. */
  private static final int CALM = 4;

  private final MemorySegment memory;
  private final MemorySegment twin;
  private final int pageShift;
  private final int blockShift;
  private final long[] blocks;
  private boolean closed;

  /** Twins of {@code pages} pages that stand in {@code memory}. */
  public Twins(MemorySegment memory, int pages, int pageShift) {
    this.memory = memory;
    this.twin = VirtualMemory.reserve(memory.byteSize());
    this.pageShift = pageShift;
    this.blockShift = PageBlocks.shift(pageShift);
    this.blocks = new long[pages];
  }

  /** The twin's bytes, at the places of the memory's. */
  public MemorySegment segment() {
    return twin;
  }

  /** Gives a twin to those of {@code wanted} blocks of the page that have none. */
  public void keep(int page, long wanted) {
    long missing = wanted & ~blocks[page];
    blocks[page] |= missing;
    for (long left = missing; left != PageBlocks.NONE; ) {
      int end = PageBlocks.firstEnd(left);
      long from = start(page) + ((long) PageBlocks.first(left) << blockShift);
      long to = start(page) + ((long) end << blockShift);
      MemorySegment.copy(memory, from, twin, from, to - from);
      left = PageBlocks.from(end, left);
    }
  }

  /** The page's {@code without} have no twin any more: nothing in them differs. */
  public void drop(int page, long without) {
    blocks[page] &= ~without;
  }

  /** The page is evicted. */
  public void discard(int page) {
    blocks[page] = PageBlocks.NONE;
    VirtualMemory.discard(twin.address() + start(page), 1L << pageShift);
  }

  /** Tells whether all blocks of the page have a twin. */
  public boolean isWhole(int page) {
    return blocks[page] == PageBlocks.ALL;
  }

  private long start(int page) {
    return (long) page << pageShift;
  }

  /** Tells whether there is piece {@code i}, and it begins before the end of the page. */
  private boolean isIn(int page, Extent extent, int i) {
    return i < extent.pieces() && extent.pieceStart(i) < start(page + 1);
  }

  /** Takes over the bytes of {@code extent} that are in the page: all of them are committed. */
  public void commit(int page, Extent extent) {
    for (int i = extent.pieceAfter(start(page)); isIn(page, extent, i); i++) {
      long from = Math.max(extent.pieceStart(i), start(page));
      long to = Math.min(extent.pieceEnd(i), start(page + 1));
      MemorySegment.copy(memory, from, twin, from, to - from);
    }
  }

  /** Tells whether any byte of {@code extent} in the page differs. */
  public boolean differs(int page, Extent extent) {
    boolean differs = false;
    for (int i = extent.pieceAfter(start(page)); isIn(page, extent, i) && !differs; i++) {
      long from = Math.max(extent.pieceStart(i), start(page));
      long to = Math.min(extent.pieceEnd(i), start(page + 1));
      differs = MemorySegment.mismatch(memory, from, to, twin, from, to) >= 0;
    }
    return differs;
  }

  /**
   * Takes over those bytes of {@code extent} in the page that differ, and all of an aligned element
   * of {@code width} bytes, which is 1, 2, 4 or 8, of which one does; adds them to {@code changed}.
   */
  public void commitChanges(int page, Extent extent, int width, ByteSet changed) {
    for (int i = extent.pieceAfter(start(page)); isIn(page, extent, i); i++) {
      long from = Math.max(extent.pieceStart(i), start(page));
      long to = Math.min(extent.pieceEnd(i), start(page + 1));
      commitChanges(start(page), from, to, width, changed);
    }
  }

  private void commitChanges(long start, long low, long high, int width, ByteSet changed) {
    int runFrom = 0;
    int runTo = 0;
    for (long at = firstDifferent(low, high); at < high; ) {
      int calm = 0;
      for (; at < high && calm < CALM; at += Long.BYTES) {
        int bytes = takeOver(at, inside(at, low, high), width);
        calm = bytes == 0 ? calm + 1 : 0;
        for (int left = bytes; left != 0; ) {
          int first = Integer.numberOfTrailingZeros(left);
          int end = first + Integer.numberOfTrailingZeros(~(left >>> first));
          int begin = (int) (at - start) + first;
          if (begin != runTo) {
            changed.add(runFrom, runTo);
            runFrom = begin;
          }
          runTo = (int) (at - start) + end;
          left &= -1 << end;
        }
      }
      at = firstDifferent(at, high);
    }
    changed.add(runFrom, runTo);
  }

  /** The word of the first byte that differs, of [{@code from}, {@code to}), or {@code to}. */
  private long firstDifferent(long from, long to) {
    if (from >= to) {
      return to;
    }
    long same = MemorySegment.mismatch(memory, from, to, twin, from, to);
    return same < 0 ? to : from + same & -Long.BYTES;
  }

  /** The bytes of the word, a bit each, that are in [{@code low}, {@code high}). */
  private static int inside(long word, long low, long high) {
    int bytes = ALL;
    if (low > word) {
      bytes &= ALL << (int) (low - word);
    }
    if (high - word < Long.BYTES) {
      bytes &= ALL >> (int) (word + Long.BYTES - high);
    }
    return bytes & ALL;
  }

  /** Takes over the word's changes among {@code bytes}; which bytes these are. */
  private int takeOver(long word, int bytes, int width) {
    long now = (long) WORD.getOpaque(memory, word); // once: it may change
    long before = twin.get(LITTLE, word);
    int changed = different(now, before) & bytes;
    if (changed == 0) {
      return 0;
    }
    changed = widened(changed, width) & bytes;
    long mask = mask(changed);
    // mutant: changes-put-again
    twin.set(LITTLE, word, before & ~mask | now & mask);
    return changed;
  }

  /**
   * Stores bytes [{@code from}, {@code to}) of the page, which stand in {@code copy} from {@code
   * at} on, into memory and twin, but where the two differ. Blocks without a twin, which no task
   * stores into, are overwritten.
   */
  public void install(int page, int from, int to, MemorySegment copy, long at) {
    for (int begin = from; begin < to; ) {
      boolean hasTwin = hasTwin(page, begin);
      int end = begin;
      while (end < to && hasTwin(page, end) == hasTwin) {
        end = Math.min(to, (end >>> blockShift) + 1 << blockShift);
      }
      if (hasTwin) {
        merge(start(page) + begin, start(page) + end, copy, at + begin - from);
      } else {
        MemorySegment.copy(copy, at + begin - from, memory, start(page) + begin, end - begin);
      }
      begin = end;
    }
  }

  private boolean hasTwin(int page, int place) {
    return (blocks[page] >>> (place >>> blockShift) & 1) != 0;
  }

  private void merge(long low, long high, MemorySegment copy, long at) {
    for (long word = low & -Long.BYTES; word < high; word += Long.BYTES) {
      int bytes = inside(word, low, high);
      merge(
          word,
          bytes,
          bytes == ALL ? copy.get(FETCHED, at + word - low) : partial(word, bytes, copy, at - low));
    }
  }

  /** The word with those of {@code bytes} that stand in {@code copy}, {@code shift} bytes on. */
  private static long partial(long word, int bytes, MemorySegment copy, long shift) {
    long value = 0;
    for (int left = bytes; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      value |= (copy.get(JAVA_BYTE, word + i + shift) & 0xffL) << i * Byte.SIZE;
    }
    return value;
  }

  private void merge(long word, int bytes, long fetched) {
    long before = twin.get(LITTLE, word);
    for (; ; ) {
      long now = (long) WORD.getOpaque(memory, word);
      long mask = mask(bytes & ~different(now, before));
      long next = now & ~mask | fetched & mask;
      if (next == now || WORD.weakCompareAndSet(memory, word, now, next)) {
        // mutant: twin-not-fetched
        twin.set(LITTLE, word, before & ~mask | fetched & mask);
        return;
      }
    }
  }

  /** The bytes in which two words differ, a bit each. */
  private static int different(long one, long other) {
    return (int) ((nonZero(one ^ other) >>> Byte.SIZE - 1) * GATHER >>> Long.SIZE - Byte.SIZE);
  }

  /** The highest bit of each byte that is not 0. */
  private static long nonZero(long word) {
    return ((word & LOW) + LOW | word) & ~LOW;
  }

  /** All bytes of the elements of {@code width} bytes of which one is in {@code bytes}. */
  private static int widened(int bytes, int width) {
    return switch (width) {
      case 1 -> bytes;
      case 2 -> ((bytes | bytes >>> 1) & 0x55) * 3;
      case 4 -> ((bytes & 0x0f) == 0 ? 0 : 0x0f) | ((bytes & 0xf0) == 0 ? 0 : 0xf0);
      default -> bytes == 0 ? 0 : ALL;
    };
  }

  /** The bits of {@code bytes}. */
  private static long mask(int bytes) {
    long spread = bytes * SPREAD & DIAGONAL;
    return (nonZero(spread) >>> Byte.SIZE - 1) * ALL;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      VirtualMemory.unmap(twin);
    }
  }
}
