package org.temoto.task;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Stress test of a frame: a joiner that sees that a thief of its PE has ended the task sees outcome
 * and epoch.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not ended")
@Outcome(id = "1, 42, 7", expect = Expect.ACCEPTABLE, desc = "ended, with outcome and epoch")
@State
public class FrameEndStress {
  private final Frame frame = new FrameContext(null, 1);

  public FrameEndStress() {
    frame.offer(0);
  }

  @Actor
  public void thief() {
    frame.outcome = Integer.valueOf(42);
    frame.epoch = 7;
    frame.complete(Frame.RETURNED);
  }

  @Actor
  public void joiner(III_Result r) {
    if (frame.isComplete()) {
      r.r1 = frame.completion();
      r.r2 = frame.outcome == null ? -1 : (Integer) frame.outcome;
      r.r3 = (int) frame.epoch;
    }
  }
}
