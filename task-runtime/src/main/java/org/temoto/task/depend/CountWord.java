package org.temoto.task.depend;

/**
 * The word of a record that counts what its task still waits for; one of these is the fork itself,
 * until all dependencies have been told of it.
 *
 * <pre>
 *  63  42 41 40 39        24 23           0
 * +------+--+--+------------+--------------+
 * |   0  |L |C |   failed   |   waits for  |
 * +------+--+--+------------+--------------+
 * </pre>
 *
 * <p>The end that brings the count to 0 has the task, unless it has been cancelled (C): the strand
 * that set C has ended it. Then the end that brings the count to 0 sets L, when the record is in no
 * list of waiters any more.
 *
 * <p>A promise waits for nothing: its word has bit 63, its generation, and 1 when a task has begun
 * to fulfil it. So one strand is found to fulfil it by one compare-and-swap, which fails on what
 * the record was used for later.
 */
final class CountWord {
  static final long ONE_LESS = -1;
  static final long FAILED = 1L << 24;
  static final long CANCELLED = 1L << 40;
  static final long LEFT = 1L << 41;
  private static final long PROMISE = 1L << 63;
  private static final long COUNT_MASK = FAILED - 1;
  private static final long FAILED_MASK = CANCELLED - FAILED;

  private CountWord() {}

  static long promise(long generation) {
    return PROMISE | generation << 1;
  }

  static long fulfilled(long generation) {
    return promise(generation) | 1;
  }

  static long count(long word) {
    return word & COUNT_MASK;
  }

  static boolean hasFailed(long word) {
    return (word & FAILED_MASK) != 0;
  }

  static boolean isCancelled(long word) {
    return (word & CANCELLED) != 0;
  }

  /** Tells whether the record is in no list of waiters, and will be in none. */
  static boolean hasLeft(long word) {
    return count(word) == 0 && (!isCancelled(word) || (word & LEFT) != 0);
  }
}
