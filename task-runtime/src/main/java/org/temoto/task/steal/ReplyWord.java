package org.temoto.task.steal;

/**
 * The answer to a request, as it stands in the thief's mailbox. A task that comes with it stands in
 * the slot beside it, and was put there before.
 *
 * <pre>
 *  63                               24 23               1   0
 * +-----------------------------------+-------------------+---+
 * |         sequence of request       |      worker       | t |
 * +-----------------------------------+-------------------+---+
 * </pre>
 *
 * <p>{@code worker} is the index on its PE of the one that answers, {@code t} whether it gives a
 * task.
 */
public final class ReplyWord {
  static final int WORKER_BITS = RequestWord.THIEF_BITS - 1;
  static final int MAX_WORKER = (1 << WORKER_BITS) - 1;

  private ReplyWord() {}

  /** The worker of index {@code worker} gives a task. */
  public static long task(long sequence, int worker) {
    return sequence << RequestWord.THIEF_BITS | (long) worker << 1 | 1;
  }

  /** There is none. */
  public static long none(long sequence, int worker) {
    return sequence << RequestWord.THIEF_BITS | (long) worker << 1;
  }

  static long sequence(long word) {
    return word >>> RequestWord.THIEF_BITS;
  }

  static int worker(long word) {
    return (int) (word >>> 1) & MAX_WORKER;
  }

  static boolean hasTask(long word) {
    return (word & 1) != 0;
  }
}
