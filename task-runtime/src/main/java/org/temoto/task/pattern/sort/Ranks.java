package org.temoto.task.pattern.sort;

import java.util.function.LongUnaryOperator;

/** Search for where two sorted runs are cut so that they can be merged in parts. */
public final class Ranks {
  private Ranks() {}

  /**
   * Number of the {@code count} smallest keys of two sorted runs that stand in the left one.
   *
   * @param leftKeys the key of the left run at an index, as an integer that is ordered as keys are
   * @param rightKeys the same of the right run
   */
  public static long of(
      long count, long left, long right, LongUnaryOperator leftKeys, LongUnaryOperator rightKeys) {
    long low = Math.max(0, count - right);
    long high = Math.min(count, left);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (leftKeys.applyAsLong(middle) <= rightKeys.applyAsLong(count - middle - 1)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
