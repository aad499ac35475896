package org.temoto.task.deque;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two thieves claim the one task on offer: one has it, and the owner learns that one has. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the first has it")
@Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "the second has it")
@State
public class TwoThievesStress {
  private final StressWords words = new StressWords();
  private final SharedPart<int[]> shared = new SharedPart<>(words, false);

  public TwoThievesStress() {
    shared.place(1, 0, new int[] {1});
    shared.publish(1, 1);
  }

  private int steal() {
    long word = new Claimer().claim(0, words);
    if (word == Claimer.NOTHING) {
      return 0;
    }
    int read = shared.reference(StealWord.claimedSlot(word))[0];
    Claimer.acknowledge(word, words);
    return read;
  }

  @Actor
  public void first(III_Result r) {
    r.r1 = steal();
  }

  @Actor
  public void second(III_Result r) {
    r.r2 = steal();
  }

  @Arbiter
  public void owner(III_Result r) {
    int taken = shared.withdraw();
    r.r3 = shared.isAcknowledged() ? taken : -1;
  }
}
