package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.engine.owner.FrameReclaimer;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.owner.HeapPlan;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.spi.ProcessingElement;

/** Tests of the reuse of frames that a page has left. */
class FramesTest {
  private static final int SPARE = 4;

  private static Frames newFrames(ProcessingElement pe, FrameReclaimer use, int spare) {
    HeapPlan plan = new HeapPlan(12, 1, spare);
    return new Frames(pe.heap(), null, use, plan, pe.heap().allocate(plan.bytes(), 1 << 12));
  }

  private static Frames frames(ProcessingElement pe, FrameReclaimer use) {
    Frames frames = newFrames(pe, use, SPARE);
    pe.transport().barrier();
    return frames;
  }

  private static void takeAll(Frames frames, StrandChannel port) {
    for (int i = 0; i < SPARE; i++) {
      assertThat(frames.take(port, 0)).isPositive();
    }
    assertThat(frames.take(port, 0)).isNegative();
  }

  @Test
  void shouldKeepAFrameWhileSomebodyMayBeUsingIt() {
    Clusters.timed(
        2,
        Network.NONE,
        pe -> {
          FrameReclaimer use = new FrameReclaimer(pe, 2);
          Frames frames = frames(pe, use);
          StrandChannel port = new StrandChannel(pe, pe.transport().openChannel());
          int place = pe.rank() == 1 ? use.begin(port) : -1;
          pe.transport().barrier();
          if (pe.rank() == 0) {
            takeAll(frames, port);
            frames.retire(0, 1);
            frames.reclaimUnused(port);
            frames.reclaimUnused(port);
            assertThat(frames.take(port, 0)).as("in use by PE 1").isNegative();
          }
          pe.transport().barrier();
          if (pe.rank() == 1) {
            use.end(place);
            use.begin(port); // later than the page has left: it reads the new word
          }
          pe.transport().barrier();
          if (pe.rank() == 0) {
            frames.reclaimUnused(port);
            assertThat(frames.take(port, 0)).as("free again").isEqualTo(1);
          }
          pe.transport().barrier();
        });
  }

  @Test
  void shouldFreeAFrameAtOnceWhenNobodyUsesAny() {
    Clusters.timed(
        2,
        Network.NONE,
        pe -> {
          Frames frames = frames(pe, new FrameReclaimer(pe, 1));
          StrandChannel port = new StrandChannel(pe, pe.transport().openChannel());
          if (pe.rank() == 0) {
            takeAll(frames, port);
            frames.retire(0, 2);
            frames.reclaimUnused(port);
            assertThat(frames.take(port, 0)).isEqualTo(2);
          }
          pe.transport().barrier();
        });
  }

  @Test
  void shouldTakeTicketsOnlyWherePagesCanMove() {
    Clusters.timed(
        1,
        Network.NONE,
        pe -> {
          FrameReclaimer use = new FrameReclaimer(pe, 1);
          Frames moving = newFrames(pe, use, SPARE);
          Frames fixed = newFrames(pe, use, 0);
          StrandChannel port = new StrandChannel(pe, pe.transport().openChannel());
          int ticket = moving.beginUse(port);
          int none = fixed.beginUse(port); // the only place is taken: a second ticket would wait
          assertThat(none).isEqualTo(Frames.NO_TICKET);
          fixed.endUse(none);
          takeAll(moving, port);
          moving.retire(0, 1);
          moving.reclaimUnused(port);
          moving.reclaimUnused(port);
          assertThat(moving.take(port, 0)).as("the ticket is out still").isNegative();
          moving.endUse(ticket);
          moving.reclaimUnused(port);
          assertThat(moving.take(port, 0)).isEqualTo(1);
        });
  }
}
