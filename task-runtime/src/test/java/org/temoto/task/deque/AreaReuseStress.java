package org.temoto.task.deque;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thief has read its slot before the owner may write the slot again. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the owner has to wait")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the owner may write")
@State
public class AreaReuseStress {
  private final StressWords words = new StressWords();
  private final SharedPart<int[]> shared = new SharedPart<>(words, false);
  private final int[] slots = new int[SharedPart.SLOTS];
  private final int area;
  private final long word;

  /** A task has been claimed and not yet read; the other area has had its turn. */
  public AreaReuseStress() {
    area = offer();
    word = new Claimer().claim(0, words);
    shared.withdraw();
    offer();
    shared.withdraw();
  }

  private int offer() {
    int chosen = shared.areaForOffer();
    slots[chosen * SharedPart.AREA_SLOTS] = 1;
    shared.publish(chosen, 1);
    return chosen;
  }

  @Actor
  public void thief(II_Result r) {
    r.r1 = slots[StealWord.claimedSlot(word)];
    Claimer.acknowledge(word, words);
  }

  @Actor
  public void owner(II_Result r) {
    if (shared.areaForOffer() == area) {
      slots[area * SharedPart.AREA_SLOTS] = 2;
      r.r2 = 1;
    }
  }
}
