package org.temoto.task;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.deque.StealWord;
import org.temoto.task.deque.StressWords;

/**
 * The owner takes back a frame that is on offer and forks another task in it, while a thief of the
 * same PE claims: a thief that has the frame reads the task and the epoch that were offered.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the thief came in vain")
@Outcome(id = "1, 7, 1", expect = Expect.ACCEPTABLE, desc = "the thief has the task offered")
@State
public class FrameOfferStress {
  private record Numbered(int number) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  private final StressWords words = new StressWords();
  private final SharedPart<Frame> shared = new SharedPart<>(words, false);
  private final Frame frame = new FrameContext(null, 1);

  public FrameOfferStress() {
    frame.task = new Numbered(1);
    frame.stamp = Frame.PENDING;
    frame.offer(7);
    shared.place(1, 0, frame);
    shared.publish(1, 1);
  }

  @Actor
  public void owner(III_Result r) {
    r.r3 = shared.withdraw();
    if (r.r3 == 0) { // nobody has it: the frame is used again
      frame.demote();
      frame.task = new Numbered(2);
      frame.offer(8);
    }
  }

  @Actor
  public void thief(III_Result r) {
    long word = new Claimer().claim(0, words);
    if (word != Claimer.NOTHING) {
      Frame claimed = shared.reference(StealWord.claimedSlot(word));
      r.r1 = ((Numbered) claimed.task).number();
      r.r2 = (int) claimed.epoch;
      Claimer.acknowledge(word, words);
    }
  }
}
