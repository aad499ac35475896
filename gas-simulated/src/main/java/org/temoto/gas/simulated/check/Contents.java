package org.temoto.gas.simulated.check;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.Access;
import org.temoto.gas.spi.WatchedView;

/**
 * What stood in the bytes of an open write view when it was last looked at, so that changes show.
 * Costs a copy of them. The bytes of a {@link Access#WRITE} view, which mean nothing, are replaced
 * by a pattern that no program stores by chance, until its task forks or ends.
 */
final class Contents {
  /** Fewer bytes in a row may be stored by chance as the pattern is. */
  private static final int TELLING = 8;

  /** Bytes that are looked at together: of both sides few enough for the first-level cache. */
  private static final int BLOCK = 4096;

  private final Buffers buffers;
  private final MemorySegment local;
  private final long[] starts;
  private final long[] ends;

  /** Where the copy of each piece begins. */
  private final long[] places;

  private final MemorySegment copy;

  /** For {@link #endOfChangedBlocks}. */
  private int[] here;

  private int[] before;

  /** What stood there before the pattern; null where there is none, or no more. */
  private MemorySegment original;

  /** Bytes that are known to have been stored, where there is a pattern. */
  private final RangeMap<Boolean> stored = new RangeMap<>();

  /**
   * @param patterned whether to put the pattern into what the view is to store
   */
  Contents(WatchedView view, boolean patterned, Buffers buffers) {
    this.buffers = buffers;
    this.local = view.local();
    int pieces = view.pieces();
    starts = new long[pieces];
    ends = new long[pieces];
    places = new long[pieces];
    long bytes = 0;
    for (int i = 0; i < pieces; i++) {
      starts[i] = view.pieceStart(i);
      ends[i] = view.pieceEnd(i);
      places[i] = bytes;
      bytes += ends[i] - starts[i];
    }
    copy = buffers.take(bytes);
    if (patterned) {
      original = buffers.take(bytes);
      copyTo(original);
      for (int i = 0; i < pieces; i++) {
        fill(starts[i], ends[i], places[i] - starts[i]);
      }
    } else {
      copyTo(copy);
    }
  }

  private void copyTo(MemorySegment target) {
    for (int i = 0; i < starts.length; i++) {
      MemorySegment.copy(local, starts[i], target, places[i], ends[i] - starts[i]);
    }
  }

  /** The pattern, block by block: a loop over an array is many times as fast as one over memory. */
  private void fill(long from, long to, long shift) {
    long[] block = new long[(int) Math.min(BLOCK / Long.BYTES, (to - from) / Long.BYTES)];
    long at = from;
    for (; at + Long.BYTES <= to; at += (long) block.length * Long.BYTES) {
      int longs = (int) Math.min(block.length, (to - at) / Long.BYTES);
      for (int i = 0; i < longs; i++) {
        block[i] = pattern(at + (long) i * Long.BYTES);
      }
      MemorySegment.copy(block, 0, local, JAVA_LONG_UNALIGNED, at, longs);
      MemorySegment.copy(block, 0, copy, JAVA_LONG_UNALIGNED, at + shift, longs);
    }
    for (at = to - (to - from) % Long.BYTES; at < to; at++) {
      local.set(JAVA_BYTE, at, (byte) pattern(at));
      copy.set(JAVA_BYTE, at + shift, (byte) pattern(at));
    }
  }

  private static long pattern(long at) {
    return (at + 0x5851F42D4C957F2DL) * 0x9E3779B97F4A7C15L ^ 0xA5A5_5A5A_C3C3_3C3CL;
  }

  /** Shows every run of bytes of [{@code from}, {@code to}) that has changed. */
  void changes(long from, long to, RangeMap.Run run) {
    for (int i = firstPiece(from); i < starts.length && starts[i] < to; i++) {
      long start = Math.max(from, starts[i]);
      long end = Math.min(to, ends[i]);
      long shift = places[i] - starts[i];
      while (start < end) {
        long same = MemorySegment.mismatch(local, start, end, copy, start + shift, end + shift);
        if (same < 0) {
          break;
        }
        long changed = start + same;
        start = endOfChange(changed, end, shift);
        run.visit(changed, start);
      }
    }
  }

  private int firstPiece(long from) {
    int found = Arrays.binarySearch(ends, from);
    return found < 0 ? -found - 1 : found + 1;
  }

  /** A run ends with four aligned bytes that are the same. */
  private long endOfChange(long from, long end, long shift) {
    long at = from;
    while (at < end && at % Integer.BYTES != 0) {
      at++;
    }
    at = endOfChangedBlocks(at, end, shift);
    while (at + Long.BYTES <= end && areBothHalvesChanged(at, at + shift)) {
      at += Long.BYTES;
    }
    while (at + Integer.BYTES <= end
        && local.get(JAVA_INT_UNALIGNED, at) != copy.get(JAVA_INT_UNALIGNED, at + shift)) {
      at += Integer.BYTES;
    }
    if (at + Integer.BYTES > end) {
      at = end;
    }
    while (local.get(JAVA_BYTE, at - 1) == copy.get(JAVA_BYTE, at - 1 + shift)) {
      at--;
    }
    return at;
  }

  /** Passes over blocks in which every four bytes have changed. */
  private long endOfChangedBlocks(long from, long end, long shift) {
    long at = from;
    while (at + BLOCK <= end) {
      if (here == null) {
        here = new int[BLOCK / Integer.BYTES];
        before = new int[BLOCK / Integer.BYTES];
      }
      MemorySegment.copy(local, JAVA_INT_UNALIGNED, at, here, 0, here.length);
      MemorySegment.copy(copy, JAVA_INT_UNALIGNED, at + shift, before, 0, before.length);
      if (!isAllDifferent(here, before)) {
        break;
      }
      at += BLOCK;
    }
    return at;
  }

  /** Without a branch in the loop, so that it works on vectors. */
  private static boolean isAllDifferent(int[] one, int[] other) {
    int same = 0;
    for (int i = 0; i < one.length; i++) {
      int difference = one[i] ^ other[i];
      same |= ~(difference | -difference); // its sign is set where there is no difference
    }
    return same >= 0;
  }

  private boolean areBothHalvesChanged(long at, long place) {
    long difference = local.get(JAVA_LONG_UNALIGNED, at) ^ copy.get(JAVA_LONG_UNALIGNED, place);
    return (int) difference != 0 && difference >>> Integer.SIZE != 0;
  }

  /**
   * Shows the runs of [{@code from}, {@code to}) that nothing has been stored to, as far as that
   * can be told.
   */
  void unstored(long from, long to, RangeMap.Run run) {
    untouched(
        from,
        to,
        (start, end) -> {
          if (end - start >= TELLING) {
            run.visit(start, end);
          }
        });
  }

  /** Shows the runs where the pattern still stands. */
  private void untouched(long from, long to, RangeMap.Run run) {
    if (original == null) {
      return;
    }
    for (int i = firstPiece(from); i < starts.length && starts[i] < to; i++) {
      stored.gaps(
          Math.max(from, starts[i]),
          Math.min(to, ends[i]),
          (start, end) -> {
            long[] at = {start};
            changes(
                start,
                end,
                (changed, same) -> {
                  if (at[0] < changed) {
                    run.visit(at[0], changed);
                  }
                  at[0] = same;
                });
            if (at[0] < end) {
              run.visit(at[0], end);
            }
          });
    }
  }

  /** Nobody looks at it any more. */
  void close() {
    restore();
    buffers.giveBack(copy);
  }

  /** From now on changes are those to what stands in [{@code from}, {@code to}) now. */
  void look(long from, long to) {
    for (int i = firstPiece(from); i < starts.length && starts[i] < to; i++) {
      long start = Math.max(from, starts[i]);
      long end = Math.min(to, ends[i]);
      MemorySegment.copy(local, start, copy, places[i] + start - starts[i], end - start);
      if (original != null) {
        stored.put(start, end, true);
      }
    }
  }

  /** As {@link #look(long, long)}, of all. */
  void look() {
    look(start(), end());
  }

  /** As {@link #changes(long, long, RangeMap.Run)}, of all. */
  void changes(RangeMap.Run run) {
    changes(start(), end(), run);
  }

  /** As {@link #unstored(long, long, RangeMap.Run)}, of all. */
  void unstored(RangeMap.Run run) {
    unstored(start(), end(), run);
  }

  /** Puts back what stood where nothing was stored; there is no pattern any more. */
  void restore() {
    if (original == null) {
      return;
    }
    untouched(
        start(),
        end(),
        (from, to) -> {
          long place = places[firstPiece(from)] + from - starts[firstPiece(from)];
          MemorySegment.copy(original, place, local, from, to - from);
          MemorySegment.copy(original, place, copy, place, to - from);
        });
    buffers.giveBack(original);
    original = null;
  }

  private long start() {
    return starts.length == 0 ? 0 : starts[0];
  }

  private long end() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }
}
