package org.temoto.task.deque;

import org.temoto.gas.InvalidOptionException;

/**
 * The steal word of a worker: what it offers to thieves, packed so that one fetch-and-add claims a
 * task.
 *
 * <pre>
 *  63    59 58                 35 34    30 29    25 24                        0
 * +--------+---------------------+--------+--------+--------------------------+
 * |  bell  |         tag         |  base  | count  |         claimed          |
 * +--------+---------------------+--------+--------+--------------------------+
 * </pre>
 *
 * <p>{@code tag} counts the offers, {@code base} is the slot of the offer's first task, {@code
 * count} their number. A thief adds 1 to {@code claimed}, which stands lowest for that reason: if
 * {@code claimed} was below {@code count}, the task in slot {@code base + claimed} is its own; else
 * it came in vain. A thief that takes several adds as many, by a {@code compareAndSwap} that fails
 * unless all are there. Since a thief does so at most once per tag, {@code claimed} stays within
 * {@code count} + the number of thieves and cannot run over into {@code count}. {@code bell}
 * counts, modulo its width, how often a thief wanted the owner's attention since it wrote the word.
 */
public final class StealWord {
  public static final int CLAIMED_BITS = 25;
  public static final int COUNT_BITS = 5;
  public static final int BASE_BITS = 5;
  public static final int BELL_BITS = 5;
  public static final int TAG_BITS = Long.SIZE - CLAIMED_BITS - COUNT_BITS - BASE_BITS - BELL_BITS;

  public static final int COUNT_SHIFT = CLAIMED_BITS;
  public static final int BASE_SHIFT = COUNT_SHIFT + COUNT_BITS;
  public static final int TAG_SHIFT = BASE_SHIFT + BASE_BITS;
  public static final int BELL_SHIFT = TAG_SHIFT + TAG_BITS;

  public static final int MAX_CLAIMED = (1 << CLAIMED_BITS) - 1;
  public static final int MAX_COUNT = (1 << COUNT_BITS) - 1;
  public static final int MAX_BASE = (1 << BASE_BITS) - 1;
  public static final long TAG_MASK = (1L << TAG_BITS) - 1;

  /** Amount that is added to have the owner look up for another reason than the offer. */
  public static final long BELL = 1L << BELL_SHIFT;

  private StealWord() {}

  /** A word with nothing claimed; {@code tag} is taken modulo its width. */
  public static long of(long tag, int base, int count) {
    return (tag & TAG_MASK) << TAG_SHIFT | (long) base << BASE_SHIFT | (long) count << COUNT_SHIFT;
  }

  public static long tag(long word) {
    return word >>> TAG_SHIFT & TAG_MASK;
  }

  public static int base(long word) {
    return (int) (word >>> BASE_SHIFT) & MAX_BASE;
  }

  public static int count(long word) {
    return (int) (word >>> COUNT_SHIFT) & MAX_COUNT;
  }

  /** Number that thieves have added since the word was written. */
  public static int claimed(long word) {
    return (int) word & MAX_CLAIMED;
  }

  /** Tells whether a thief that claims now gets a task. */
  public static boolean hasUnclaimed(long word) {
    return claimed(word) < count(word);
  }

  /** The number of tasks that are there to be claimed. */
  public static int unclaimed(long word) {
    return Math.max(count(word) - claimed(word), 0);
  }

  /** Tells whether a thief has come in vain. */
  public static boolean isHungry(long word) {
    return claimed(word) > count(word);
  }

  /** The slot that the thief whose fetch-and-add returned {@code word} has claimed. */
  public static int claimedSlot(long word) {
    return base(word) + claimed(word);
  }

  /** Refuses more thieves than {@code claimed} can count. */
  public static void requireWidth(long thieves) {
    if (thieves > MAX_CLAIMED - MAX_COUNT) {
      throw new InvalidOptionException(
          "workers",
          thieves + " on all PEs together",
          "at most %s: the steal word has %s bits"
              .formatted(MAX_CLAIMED - MAX_COUNT, CLAIMED_BITS));
    }
  }

  /** For messages. */
  public static String toString(long word) {
    return "tag=%s base=%s count=%s claimed=%s"
        .formatted(tag(word), base(word), count(word), claimed(word));
  }
}
