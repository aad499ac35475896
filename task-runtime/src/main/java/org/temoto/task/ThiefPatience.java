package org.temoto.task;

/**
 * Limit of how long a worker waits for thieves before it computes long: after a wait in vain a
 * quarter of what it would, and so on, until thieves want something again. So all waits in vain
 * together take little more than the first.
 */
final class ThiefPatience {
  private static final int LESS = 2;
  private static final int LEAST = 30;

  private int shift;

  /**
   * @param wanted whether a thief has come in vain since the last wait
   */
  long limit(long nanos, boolean wanted) {
    if (wanted) {
      shift = 0;
    }
    return nanos >> shift;
  }

  /**
   * @param taken whether thieves took what they could not be offered at once
   */
  void waited(boolean taken) {
    shift = taken ? 0 : Math.min(shift + LESS, LEAST);
  }
}
