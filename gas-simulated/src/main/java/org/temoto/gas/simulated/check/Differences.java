package org.temoto.gas.simulated.check;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Search for the bytes of memory that differ from others, in runs: one ends before four aligned
 * bytes that are the same. Used by one strand.
 */
final class Differences {
  /**
   * So many fours are looked at first, and then more and more at a time, for runs that are long.
   */
  private static final int FEW = 16;

  /**
   * Most fours that are compared at a time: few enough that both sides fit into the first-level
   * cache.
   */
  private static final int MOST = 1024;

  /** Null until there is a run that is long: many strands have none. */
  private int[] ones;

  private int[] others;

  /**
   * Shows every run of [{@code from}, {@code to}) of {@code memory} that differs from as many bytes
   * of {@code other} from {@code place} on.
   */
  void find(
      MemorySegment memory, long from, long to, MemorySegment other, long place, RangeMap.Run run) {
    long shift = place - from;
    long at = from;
    while (at < to) {
      long same = MemorySegment.mismatch(memory, at, to, other, at + shift, to + shift);
      if (same < 0) {
        return;
      }
      long start = at + same;
      at = end(memory, start, to, other, shift);
      run.visit(start, at);
    }
  }

  private long end(MemorySegment memory, long start, long to, MemorySegment other, long shift) {
    long at = Math.min(to, RunCoalescer.aligned(start));
    int atATime = FEW;
    int all = 0;
    while (all == 0 && at + Integer.BYTES <= to) {
      int count = (int) Math.min(atATime, (to - at) / Integer.BYTES);
      int different = different(memory, at, other, at + shift, count);
      at += (long) different * Integer.BYTES;
      all = count - different;
      atATime = Math.min(MOST, 4 * atATime);
    }
    if (all == 0) {
      at = to;
    }
    while (at > start + 1 // the byte at start may be stored to meanwhile, by a program that races
        && memory.get(JAVA_BYTE, at - 1) == other.get(JAVA_BYTE, at - 1 + shift)) {
      at--;
    }
    return at;
  }

  /** Number of fours, of {@code count}, that differ before the first that does not. */
  private int different(MemorySegment memory, long at, MemorySegment other, long place, int count) {
    if (ones == null) {
      ones = new int[MOST];
      others = new int[MOST];
    }
    // A loop over arrays is many times as fast as one over memory.
    MemorySegment.copy(memory, JAVA_INT_UNALIGNED, at, ones, 0, count);
    MemorySegment.copy(other, JAVA_INT_UNALIGNED, place, others, 0, count);
    if (isAllDifferent(ones, others, count)) {
      return count;
    }
    int different = 0;
    while (ones[different] != others[different]) {
      different++;
    }
    return different;
  }

  /** Without a branch in the loop, so that it works on vectors. */
  private static boolean isAllDifferent(int[] one, int[] other, int count) {
    int same = 0;
    for (int i = 0; i < count; i++) {
      int difference = one[i] ^ other[i];
      same |= ~(difference | -difference); // its sign is set where there is no difference
    }
    return same >= 0;
  }
}
