package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Distribution;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

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
        new Program(
            List.of(MEMORY), 1, List.of(Phase.of(block(write(0, 1), step)), Phase.of(block(read))));
    return new Expectation(program, 1).of(read);
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

  private static Step.Late late(Block block, Integer... after) {
    return new Step.Late(block, List.of(after), Step.NO_HOME, false, Step.Promising.NONE);
  }

  @Test
  void shouldShowTasksAndWaitsWhatThoseBeforeThemWrote() {
    Step.Read ofTask = new Step.Read(new Pieces(0, 3), Step.Way.VIEW);
    Step.Read ofForker = new Step.Read(new Pieces(0, 3), Step.Way.VIEW);
    Step.Ordered ordered =
        new Step.Ordered(
            List.of(late(block(write(1, 2))), late(block(write(1, 3)), 0), late(block(ofTask), 1)),
            List.of(new Step.Waited(1, block(ofForker, write(2, 4)))),
            true);
    Program program = new Program(List.of(MEMORY), 1, List.of(Phase.of(block(ordered, read))));
    Expectation expectation = new Expectation(program, 1);
    assertThat(expectation.of(ofTask)).containsExactly(0, 3, 0);
    assertThat(expectation.of(ofForker)).containsExactly(0, 3, 0);
    assertThat(expectation.of(read)).containsExactly(0, 3, 4, 0);
  }

  @Test
  void shouldFailWhatComesAfterAFailure() {
    Step.Ordered ordered =
        new Step.Ordered(
            List.of(late(block(write(1, 2), FAILS)), late(block(), 0), late(block(write(2, 3)))),
            List.of(new Step.Waited(2, block(write(3, 4)))),
            true);
    Program program = new Program(List.of(MEMORY), 1, List.of(Phase.of(block(ordered, read))));
    Expectation expectation = new Expectation(program, 1);
    assertThat(expectation.fails(ordered, 1)).isTrue();
    assertThat(expectation.fails(ordered, 2)).isFalse();
    assertThat(expectation.of(read))
        .containsExactly(0, Expectation.UNKNOWN, Expectation.UNKNOWN, 4);
  }

  @Test
  void shouldNotKnowHowFarAWaitThatFailsLetItsTaskCome() {
    Step.Ordered ordered =
        new Step.Ordered(
            List.of(late(block(FAILS)), late(block())),
            List.of(new Step.Waited(1, block(write(1, 2)))),
            false);
    Step.Par par = fork(Step.Joining.OLDEST_FIRST, true, block(write(2, 3), ordered));
    assertThat(seenAfter(par)).containsExactly(1, Expectation.UNKNOWN, 3, 0);
  }

  @Test
  void shouldKnowWhatDetachedTasksWroteUnlessTheRunFails() {
    Step.Detach detach = new Step.Detach(block(write(1, 2)), Step.NO_HOME);
    assertThat(seenAfter(fork(Step.Joining.OLDEST_FIRST, true, block(detach, FAILS))))
        .containsExactly(1, 2, 0, 0);
    assertThat(seenAfter(fork(Step.Joining.OLDEST_FIRST, false, block(detach, FAILS))))
        .containsExactly(1, Expectation.UNKNOWN, 0, 0);
  }

  @Test
  void shouldShowAViewWhatChildrenWrote() {
    Step.Held view = new Step.Held(new Pieces(0, 3), true, false, 5, 6);
    Step.Hold hold =
        new Step.Hold(List.of(view), fork(Step.Joining.TOGETHER, true, block(write(1, 7))));
    Program program = new Program(List.of(MEMORY), 1, List.of(Phase.of(block(hold, read))));
    Expectation expectation = new Expectation(program, 1);
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
                Phase.of(block(new Step.Add(1, 3))),
                Phase.of(block(fork(Step.Joining.TOGETHER, true, block(new Step.Add(1, 4)))))));
    Expectation expectation = new Expectation(program, 1);
    assertThat(expectation.sum(0, 1)).isEqualTo(3);
    assertThat(expectation.sum(1, 1)).isEqualTo(7);
    assertThat(expectation.sum(1, 0)).isZero();
  }

  @Test
  void shouldAddUpWhatASemaphoreGuards() {
    Block root = block(new Step.Guarded(2, 3), new Step.Add(0, 1), new Step.Guarded(2, 4));
    Expectation expectation =
        new Expectation(new Program(List.of(MEMORY), 1, List.of(Phase.of(root))), 1);
    assertThat(expectation.sum(0, 0)).isEqualTo(1);
    assertThat(expectation.sum(0, 3)).isEqualTo(7);
  }

  @Test
  void shouldShowWhatWasWrittenBeforeASignal() {
    Step.Read told = new Step.Read(new Pieces(1, 2), Step.Way.VIEW);
    Step.Signal signal = new Step.Signal(0, write(1, 2));
    Step.Await await = new Step.Await(0, told, Optional.of(write(1, 3)));
    Step.Par par = fork(Step.Joining.OLDEST_FIRST, true, block(signal), block(await));
    Program program = new Program(List.of(MEMORY), 1, List.of(Phase.of(block(par, read))));
    Expectation expectation = new Expectation(program, 1);
    assertThat(expectation.of(told)).containsExactly(2);
    assertThat(expectation.of(read)).containsExactly(0, 3, 0, 0);
  }

  @Test
  void shouldCountInATasksOwnWord() {
    Step.Count first = new Step.Count(Step.Counting.ADD, 3);
    Step.Count refused = new Step.Count(Step.Counting.REFUSED_SWAP, 5);
    Step.Count last = new Step.Count(Step.Counting.SWAP, 1);
    Step.Count ofChild = new Step.Count(Step.Counting.ADD, 7);
    Block root = block(first, fork(Step.Joining.TOGETHER, true, block(ofChild)), refused, last);
    Expectation expectation =
        new Expectation(new Program(List.of(MEMORY), 1, List.of(Phase.of(root))), 1);
    assertThat(List.of(first, ofChild, refused, last))
        .extracting(expectation::count)
        .containsExactly(0L, 0L, 3L, 3L);
  }

  @Test
  void shouldHandOnInTurn() {
    Relay.Hop one = new Relay.Hop(0, 5, false);
    Relay.Hop other = new Relay.Hop(1, 6, true);
    Relay relay = new Relay(new Pieces(0, 2), new Pieces(3, 4), List.of(one, other));
    Program program =
        new Program(List.of(MEMORY), 1, List.of(new Phase(List.of(relay), List.of(), block(read))));
    Expectation expectation = new Expectation(program, 1);
    assertThat(expectation.of(one)).containsExactly(0, 0);
    assertThat(expectation.of(other)).containsExactly(5, 5);
    assertThat(expectation.of(relay)).containsExactly(6, 6);
    assertThat(expectation.of(read)).containsExactly(6, 6, 0, 0);
  }
}
