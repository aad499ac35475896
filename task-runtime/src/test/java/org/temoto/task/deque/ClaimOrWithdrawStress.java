package org.temoto.task.deque;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thief claims a task while the owner takes it back and, if it gets it, changes it: exactly one
 * has it, and a thief that has it reads what was offered.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the thief has it")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the owner has it")
@State
public class ClaimOrWithdrawStress {
  private final StressWords words = new StressWords();
  private final SharedPart<int[]> shared = new SharedPart<>(words, false);
  private final int[] task = {1};

  public ClaimOrWithdrawStress() {
    shared.place(1, 0, task);
    shared.publish(1, 1);
  }

  @Actor
  public void thief(II_Result r) {
    long word = new Claimer().claim(0, words);
    if (word != Claimer.NOTHING) {
      r.r1 = shared.reference(StealWord.claimedSlot(word))[0];
      Claimer.acknowledge(word, words);
    }
  }

  @Actor
  public void owner(II_Result r) {
    r.r2 = shared.withdraw();
    if (r.r2 == 0) {
      task[0] = 2;
    }
  }
}
