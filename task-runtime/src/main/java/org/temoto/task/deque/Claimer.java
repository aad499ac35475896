package org.temoto.task.deque;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.lang.invoke.VarHandle;

/**
 * Thief's side of the steal word: remembers for each victim the tag at which it came in vain, and
 * does not add again while the word still has that tag. So {@code claimed} cannot overflow, and
 * waiting thieves only read.
 */
public final class Claimer {
  /** Result of {@link #claim} when there was nothing; no word with a task to claim is 0. */
  public static final long NOTHING = 0;

  private static final long NEVER = -1;

  private final Int2LongOpenHashMap vain = new Int2LongOpenHashMap();

  private int claimed;

  private boolean told;

  public Claimer() {
    vain.defaultReturnValue(NEVER);
  }

  /**
   * Tries to claim a task. Costs one atomic; two if the last attempt at this victim was vain and
   * its tag has changed.
   *
   * @param victim a number that identifies the victim to this thief
   * @return the word before the claim, whose {@link StealWord#claimedSlot} is the caller's, or
   *     {@link #NOTHING}
   */
  public long claim(int victim, ThiefWords words) {
    long vainTag = vain.get(victim);
    told = false;
    if (vainTag != NEVER) {
      long word = words.fetch();
      if (StealWord.tag(word) == vainTag && !StealWord.hasUnclaimed(word)) {
        return NOTHING;
      }
    }
    return claimOne(victim, words, vainTag);
  }

  /**
   * As {@link #claim}, by a thief whose hunger the owner is not to learn from this word: one that
   * sees nothing on offer does not add. Two atomics at most.
   */
  public long claimSeen(int victim, ThiefWords words) {
    return StealWord.hasUnclaimed(words.fetch())
        ? claimOne(victim, words, vain.get(victim))
        : NOTHING;
  }

  /** Tells whether the last {@link #claim} has told the owner that it came in vain. */
  public boolean hasTold() {
    return told;
  }

  /**
   * Tries to claim half of what is to be claimed, rounded up; {@link #claimed} tells how many that
   * is. Looks at the word before. One atomic, which gets nothing if another thief comes between;
   * then, and where there is nothing, one more, as {@link #claim} does.
   *
   * @return as {@link #claim}: the claimed slots begin with the word's {@link
   *     StealWord#claimedSlot}
   */
  public long claimHalf(int victim, ThiefWords words) {
    long vainTag = vain.get(victim);
    long word = words.fetch();
    int half = (StealWord.unclaimed(word) + 1) / 2;
    if (half == 0 && StealWord.tag(word) == vainTag) {
      return NOTHING;
    }
    // mutant: blind-half, half-claims-one
    if (half == 0 || words.compareAndSwap(word, word + half) != word) {
      return claimOne(victim, words, vainTag); // which tells the owner that a thief is hungry
    }
    return claimed(half, victim, word, vainTag);
  }

  private long claimOne(int victim, ThiefWords words, long vainTag) {
    long word = words.fetchAdd();
    if (!StealWord.hasUnclaimed(word)) {
      vain.put(victim, StealWord.tag(word));
      told = true;
      return NOTHING;
    }
    return claimed(1, victim, word, vainTag);
  }

  private long claimed(int count, int victim, long word, long vainTag) {
    if (vainTag != NEVER) {
      vain.remove(victim);
    }
    claimed = count;
    VarHandle.acquireFence(); // the claim before reading slot and reference
    return word;
  }

  /** The number of tasks that the last successful claim has got. */
  public int claimed() {
    return claimed;
  }

  /** Tells the victim that the slot claimed with {@code word} has been read. */
  public static void acknowledge(long word, ThiefWords words) {
    acknowledge(word, words, 1);
  }

  /** Tells the victim that {@code count} slots claimed with {@code word} have been read. */
  public static void acknowledge(long word, ThiefWords words, int count) {
    VarHandle.releaseFence(); // slot and reference are read before the owner may overwrite them
    words.acknowledge(SharedPart.area(StealWord.base(word)), count);
  }
}
