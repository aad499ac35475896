package org.temoto.gas.simulated.check;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.Access;
import org.temoto.gas.spi.WatchedView;

/**
 * Snapshot of the bytes of an open write view when it was last looked at, so that changes show.
 * Costs a copy of them. The bytes of a {@link Access#WRITE} view, which mean nothing, are replaced
 * by a pattern that no program stores by chance, until its task forks or ends.
 */
final class Contents {
  /** Fewer bytes in a row may be stored by chance as the pattern is. */
  private static final int TELLING = 8;

  /** Bytes that are gone through several times before the next: of both sides few for a cache. */
  private static final int BLOCK = 1 << 16;

  private final CopyPool buffers;
  private final Differences differences;
  private final MemorySegment local;
  private final long[] starts;
  private final long[] ends;

  /** The place where the copy of each piece begins. */
  private final long[] places;

  /**
   * Bytes that stood there at the last look, or, where the pattern stands and nothing is known to
   * have been stored, before the pattern.
   */
  private final MemorySegment copy;

  /** True if the pattern stands where nothing has been stored. */
  private boolean patterned;

  /** Bytes that are known to have been stored, where there is a pattern. */
  private final RangeMap<Boolean> stored = new RangeMap<>();

  /**
   * Bytes that no program stores by chance. Those of each place of a memory are always the same.
   */
  private static final class Pattern {
    /**
     * Few enough to stay in a cache; no power of two, as the distances that programs copy over are.
     */
    private static final int PERIOD = 65_528;

    private static final MemorySegment BYTES = Arena.global().allocate(PERIOD, Long.BYTES);

    static {
      for (long at = 0; at < PERIOD; at += Long.BYTES) {
        long value = (at + 0x5851F42D4C957F2DL) * 0x9E3779B97F4A7C15L ^ 0xA5A5_5A5A_C3C3_3C3CL;
        BYTES.set(JAVA_LONG, at, value);
      }
    }

    /** The place in {@link #BYTES} of byte {@code at} of a memory. */
    private static long place(long at) {
      return at % PERIOD;
    }

    /** Up to this byte of a memory the pattern goes on in {@link #BYTES} as it stands there. */
    private static long end(long at) {
      return at - place(at) + PERIOD;
    }
  }

  /** Function on the bytes of one piece; {@code shift} is from there to their copy. */
  @FunctionalInterface
  private interface Part {
    void visit(long from, long to, long shift);
  }

  /**
   * @param patterned whether to put the pattern into what the view is to store
   */
  Contents(WatchedView view, boolean patterned, CopyPool buffers, Differences differences) {
    this.buffers = buffers;
    this.differences = differences;
    this.patterned = patterned;
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
    forEachPart(0, Long.MAX_VALUE, patterned ? this::fill : this::take);
  }

  private void forEachPart(long from, long to, Part part) {
    for (int i = firstPiece(from); i < starts.length && starts[i] < to; i++) {
      part.visit(Math.max(from, starts[i]), Math.min(to, ends[i]), places[i] - starts[i]);
    }
  }

  private int firstPiece(long from) {
    int found = Arrays.binarySearch(ends, from);
    return found < 0 ? -found - 1 : found + 1;
  }

  private void take(long from, long to, long shift) {
    MemorySegment.copy(local, from, copy, from + shift, to - from);
  }

  private void fill(long from, long to, long shift) {
    for (long at = from; at < to; ) {
      long end = Math.min(to, Pattern.end(at));
      take(at, end, shift);
      MemorySegment.copy(Pattern.BYTES, Pattern.place(at), local, at, end - at);
      at = end;
    }
  }

  /** Shows every run of bytes of [{@code from}, {@code to}) that has changed. */
  void changes(long from, long to, RangeMap.Run run) {
    forEachPart(
        from,
        to,
        (start, end, shift) ->
            divide(
                start,
                end,
                shift,
                (first, last, _) -> differences.find(local, first, last, copy, first + shift, run),
                (first, last, _) ->
                    compareWithPattern(
                        first, last, run, RunCoalescer.IGNORED, RunCoalescer.IGNORED)));
  }

  /** Visits the bytes that have a copy, and then those where the pattern stood. */
  private void divide(long from, long to, long shift, Part copied, Part filled) {
    if (patterned) {
      stored.forEach(from, to, (start, end, _) -> copied.visit(start, end, shift));
      stored.gaps(from, to, (start, end) -> filled.visit(start, end, shift));
    } else {
      copied.visit(from, to, shift);
    }
  }

  /**
   * Shows the runs that have been stored, and those where the pattern still stands, and all that
   * has been {@code compared}.
   */
  private void compareWithPattern(
      long from, long to, RangeMap.Run changed, RangeMap.Run same, RangeMap.Run compared) {
    RunCoalescer runs = new RunCoalescer(from, changed, same);
    for (long at = from; at < to; ) {
      long end = Math.min(to, Pattern.end(at));
      differences.find(local, at, end, Pattern.BYTES, Pattern.place(at), runs);
      compared.visit(at, end);
      at = end;
    }
    runs.end(to);
  }

  /**
   * Shows every run of bytes of [{@code from}, {@code to}) that has changed, and those that nothing
   * has been stored to, as far as that can be told. From now on changes are those to what stands
   * there now.
   */
  void commit(long from, long to, RangeMap.Run changed, RangeMap.Run unstored) {
    RangeMap.Run telling =
        (start, end) -> {
          if (end - start >= TELLING) {
            unstored.visit(start, end);
          }
        };
    forEachPart(
        from,
        to,
        (start, end, shift) -> {
          divide(
              start,
              end,
              shift,
              (first, last, _) -> commitCopied(first, last, shift, changed),
              (first, last, _) ->
                  compareWithPattern(
                      first, last, changed, telling, (at, after) -> take(at, after, shift)));
          markStored(start, end);
        });
  }

  private void commitCopied(long from, long to, long shift, RangeMap.Run changed) {
    RunCoalescer runs = new RunCoalescer(from, changed, RunCoalescer.IGNORED);
    for (long at = from; at < to; at += BLOCK) {
      differences.find(
          local,
          at,
          Math.min(to, at + BLOCK),
          copy,
          at + shift,
          (start, end) -> {
            runs.visit(start, end);
            take(start, end, shift);
          });
    }
    runs.end(to);
  }

  private void markStored(long from, long to) {
    if (patterned) {
      stored.put(from, to, true);
    }
  }

  /** From now on changes are those to what stands in [{@code from}, {@code to}) now. */
  void look(long from, long to) {
    forEachPart(
        from,
        to,
        (start, end, shift) -> {
          take(start, end, shift);
          markStored(start, end);
        });
  }

  /** As {@link #look(long, long)}, of all. */
  void look() {
    look(0, Long.MAX_VALUE);
  }

  /** As {@link #changes(long, long, RangeMap.Run)}, of all. */
  void changes(RangeMap.Run run) {
    changes(0, Long.MAX_VALUE, run);
  }

  /**
   * Puts back what stood where nothing was stored; there is no pattern any more. Changes are not
   * known from now on, until the next look.
   */
  void restore() {
    if (patterned) {
      forEachPart(
          0,
          Long.MAX_VALUE,
          (start, end, shift) ->
              stored.gaps(
                  start,
                  end,
                  (first, last) ->
                      compareWithPattern(
                          first,
                          last,
                          RunCoalescer.IGNORED,
                          (from, to) -> putBack(from, to, shift),
                          RunCoalescer.IGNORED)));
      patterned = false;
    }
  }

  private void putBack(long from, long to, long shift) {
    MemorySegment.copy(copy, from + shift, local, from, to - from);
  }

  /** It is not looked at any more. */
  void close() {
    restore();
    buffers.giveBack(copy);
  }
}
