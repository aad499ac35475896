package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Distribution;
import org.temoto.gas.OwnershipPolicy;

class ExpectationTest {
  private static final MemoryShape MEMORY =
      new MemoryShape(1, 4096, Distribution.block(), OwnershipPolicy.FIXED, 0);

  private final Step.Read read = new Step.Read(new Pieces(0, 4), Step.Way.VIEW);

  private static Step.Write write(int unit, int ident) {
    Pieces at = new Pieces(unit, unit + 1);
    return new Step.Write(at, at, ident, false, false, false);
  }

  private static Step.Par fork(Step.Joining joining, boolean contains, Block... children) {
    return new Step.Par(List.of(children), joining, contains, Block.EMPTY, List.of());
  }

  private static Block block(Step... steps) {
    return new Block(List.of(steps));
  }

  private int[] seenAfter(Step step) {
    Program program =
        new Program(List.of(MEMORY), 1, List.of(block(write(0, 1), step), block(read)));
    return new Expectation(program).of(read);
  }

  private static final Step FAILS = new Step.Fail(Pieces.NONE);

  @Test
  void shouldShowWhatJoinedTasksWrote() {
    Step.Par par = fork(Step.Joining.OLDEST_FIRST, true, block(write(1, 2)), block(write(2, 3)));
    assertThat(seenAfter(par)).containsExactly(1, 2, 3, 0);
  }

  @Test
  void shouldShowWhatATaskWroteBeforeItFailed() {
    Step.Par par =
        fork(Step.Joining.OLDEST_FIRST, true, block(write(1, 2), FAILS), block(write(2, 3)));
    assertThat(seenAfter(par)).containsExactly(1, 2, 3, 0);
  }

  @Test
  void shouldNotKnowWhatCancelledTasksWrote() {
    Step.Par par = fork(Step.Joining.TOGETHER, true, block(write(1, 2), FAILS), block(write(2, 3)));
    assertThat(seenAfter(par)).containsExactly(1, Expectation.UNKNOWN, Expectation.UNKNOWN, 0);
  }

  @Test
  void shouldEndWhoFailsWithItsChildren() {
    Block middle =
        block(
            write(3, 2),
            fork(Step.Joining.OLDEST_FIRST, false, block(write(1, 3), FAILS)),
            write(3, 4));
    Step.Par par = fork(Step.Joining.OLDEST_FIRST, true, middle);
    assertThat(seenAfter(par)).containsExactly(1, Expectation.UNKNOWN, 0, 2);
  }

  @Test
  void shouldShowAViewWhatChildrenWrote() {
    Step.Held view = new Step.Held(new Pieces(0, 3), true, false, 5, 6);
    Step.Hold hold =
        new Step.Hold(List.of(view), fork(Step.Joining.TOGETHER, true, block(write(1, 7))));
    Program program = new Program(List.of(MEMORY), 1, List.of(block(hold, read)));
    Expectation expectation = new Expectation(program);
    assertThat(expectation.of(view)).containsExactly(5, 7, 5);
    assertThat(expectation.of(read)).containsExactly(6, 6, 6, 0);
  }

  @Test
  void shouldAddUp() {
    Program program =
        new Program(
            List.of(MEMORY),
            2,
            List.of(
                block(new Step.Add(1, 3)),
                block(fork(Step.Joining.TOGETHER, true, block(new Step.Add(1, 4))))));
    Expectation expectation = new Expectation(program);
    assertThat(expectation.sum(0, 1)).isEqualTo(3);
    assertThat(expectation.sum(1, 1)).isEqualTo(7);
    assertThat(expectation.sum(1, 0)).isZero();
  }
}
