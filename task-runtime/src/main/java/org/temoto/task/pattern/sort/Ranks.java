package org.temoto.task.pattern.sort;

import java.util.function.LongUnaryOperator;

/** Search for where two sorted runs are cut so that they can be merged in parts. */
public final class Ranks {
  /** About how far a proportional cut is off, if the runs are alike; then it doubles. */
  private static final long FIRST_STEP = 512;

  private Ranks() {}

  /**
   * Number of the {@code count} smallest keys of two sorted runs that stand in the left one. Runs
   * that are alike give about as many each as they are long, so the search begins there and widens:
   * most keys that it looks at are on few pages.
   *
   * @param leftKeys the key of the left run at an index, as an integer that is ordered as keys are
   * @param rightKeys the same of the right run
   */
  public static long of(
      long count, long left, long right, LongUnaryOperator leftKeys, LongUnaryOperator rightKeys) {
    long low = Math.max(0, count - right);
    long high = Math.min(count, left);
    if (low == high) {
      return low;
    }
    long guess = (long) ((double) count / (left + right) * left);
    long start = Math.clamp(guess, low, high - 1);
    if (isMore(start, count, leftKeys, rightKeys)) {
      low = start + 1;
      for (long step = FIRST_STEP; step < high - start; step *= 2) {
        if (!isMore(start + step, count, leftKeys, rightKeys)) {
          high = start + step;
          break;
        }
        low = start + step + 1;
      }
    } else {
      high = start;
      for (long step = FIRST_STEP; step <= start - low; step *= 2) {
        if (isMore(start - step, count, leftKeys, rightKeys)) {
          low = start - step + 1;
          break;
        }
        high = start - step;
      }
    }
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (isMore(middle, count, leftKeys, rightKeys)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Tells whether more than {@code index} keys stand in the left run. */
  private static boolean isMore(
      long index, long count, LongUnaryOperator leftKeys, LongUnaryOperator rightKeys) {
    return leftKeys.applyAsLong(index) <= rightKeys.applyAsLong(count - index - 1);
  }
}
