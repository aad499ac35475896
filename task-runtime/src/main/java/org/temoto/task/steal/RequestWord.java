package org.temoto.task.steal;

/**
 * A thief's request for a task, as it stands in a mailbox of its victim; 0 is no request.
 *
 * <pre>
 *  63                               24 23                    0
 * +-----------------------------------+-----------------------+
 * |              sequence             |         thief         |
 * +-----------------------------------+-----------------------+
 * </pre>
 *
 * <p>{@code sequence} counts the thief's requests from 1, so that no two are alike; {@code thief}
 * is its number among the workers of all PEs.
 */
public final class RequestWord {
  public static final long NONE = 0;

  static final int THIEF_BITS = 24;
  static final int MAX_THIEF = (1 << THIEF_BITS) - 1;
  static final long MAX_SEQUENCE = (1L << (Long.SIZE - THIEF_BITS)) - 1;

  private RequestWord() {}

  static long of(long sequence, int thief) {
    return sequence << THIEF_BITS | thief;
  }

  public static long sequence(long word) {
    return word >>> THIEF_BITS;
  }

  public static int thief(long word) {
    return (int) word & MAX_THIEF;
  }
}
