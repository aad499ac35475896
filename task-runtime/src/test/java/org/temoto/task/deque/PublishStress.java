package org.temoto.task.deque;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thief that claims a task reads all that was written before it was offered. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the thief came in vain")
@Outcome(
    id = "1, 2",
    expect = Expect.ACCEPTABLE,
    desc = "the thief has the task, and slot and task")
@State
public class PublishStress {
  private final StressWords words = new StressWords();
  private final SharedPart<int[]> shared = new SharedPart<>(words, false);
  private final int[] task = new int[1];
  private final int[] slots = new int[SharedPart.SLOTS];

  @Actor
  public void owner() {
    task[0] = 1;
    slots[SharedPart.AREA_SLOTS] = 2;
    shared.place(1, 0, task);
    shared.publish(1, 1);
  }

  @Actor
  public void thief(II_Result r) {
    long word = new Claimer().claim(0, words);
    if (word != Claimer.NOTHING) {
      int slot = StealWord.claimedSlot(word);
      r.r1 = shared.reference(slot)[0];
      r.r2 = slots[slot];
    }
  }
}
