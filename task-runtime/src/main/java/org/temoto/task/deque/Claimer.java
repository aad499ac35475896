package org.temoto.task.deque;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.lang.invoke.VarHandle;

/**
 * The thief's side of the steal word: remembers for each victim the tag at which it came in vain,
 * and does not add again while the word still has that tag and nothing to claim. So {@code claimed}
 * cannot overflow, and waiting thieves only read.
 */
public final class Claimer {
  /** What {@link #claim} returns when there was nothing; no word with a task to claim is 0. */
  public static final long NOTHING = 0;

  private static final long NEVER = -1;

  private final Int2LongOpenHashMap vain = new Int2LongOpenHashMap();

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
    if (vainTag != NEVER) {
      long word = words.fetch();
      if (StealWord.tag(word) == vainTag && !StealWord.hasUnclaimed(word)) {
        return NOTHING;
      }
    }
    long word = words.fetchAdd();
    if (!StealWord.hasUnclaimed(word)) {
      vain.put(victim, StealWord.tag(word));
      return NOTHING;
    }
    if (vainTag != NEVER) {
      vain.remove(victim);
    }
    VarHandle.acquireFence(); // the claim before reading slot and reference
    return word;
  }

  /** Tells the victim that the slot claimed with {@code word} has been read. */
  public static void acknowledge(long word, ThiefWords words) {
    VarHandle.releaseFence(); // slot and reference are read before the owner may overwrite them
    words.acknowledge(SharedPart.area(StealWord.base(word)));
  }
}
