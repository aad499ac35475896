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

  long limit(long nanos) {
    return nanos >> shift;
  }

  /** A thief came in vain, or took in time what it could not be offered at once. */
  void reset() {
    shift = 0;
  }

  /** No thief took it in time. */
  void waitedInVain() {
    shift = Math.min(shift + LESS, LEAST);
  }
}
