package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Distribution;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.task.TaskException;

/**
 * Tests of {@link Failure}: runs that count as failures of the runtime, and failures that are
 * alike.
 */
class FailureTest {
  private static final FuzzCase CASE = FuzzCase.of(1);

  private static Divergence.Found found(Divergence.Kind kind) {
    return new Divergence.Found(kind, "found");
  }

  private static TaskException thrown(Throwable cause, Throwable... suppressed) {
    TaskException failure = new TaskException("a task failed", cause, 0);
    for (Throwable each : suppressed) {
      failure.addSuppressed(each);
    }
    return failure;
  }

  @Test
  void shouldKnowAPlannedFailure() {
    assertThat(Planned.isAllOf(thrown(new Planned(), thrown(new Planned())))).isTrue();
  }

  @Test
  void shouldNotTakeAnotherFailureBesideAPlannedOneForPlanned() {
    IllegalStateException defect = new IllegalStateException("a defect");
    TaskException both = thrown(new Planned(), thrown(defect));
    assertThat(Planned.isAllOf(both)).isFalse();
    assertThat(Planned.besides(both)).containsSame(defect);
    assertThat(Planned.isAllOf(thrown(thrown(new Planned(), defect)))).isFalse();
    assertThat(Planned.isAllOf(thrown(defect))).isFalse();
  }

  @Test
  void shouldTellWhatWasFoundThoughTheRunEndsAsPlanned() {
    CaseRun run = new CaseRun(1, CASE);
    Divergence.Found found = run.found(found(Divergence.Kind.WORD));
    assertThatThrownBy(() -> run.run("simulated")).isSameAs(found);
  }

  @Test
  void shouldTellFailuresApart() {
    Failure bytes =
        failure(new Divergence.Found(new Divergence("read", "1", 0, "a", 0, 1, 1, 2, 1)));
    Failure hang = failure(found(Divergence.Kind.HANG));
    Failure engine = failure(thrown(new IllegalStateException("a defect")));
    Failure beside = failure(thrown(new Planned(), new IllegalStateException("another")));
    Failure none = failure(thrown(new NullPointerException("a defect")));
    assertThat(hang.isLike(failure(found(Divergence.Kind.HANG)))).isTrue();
    assertThat(engine.isLike(beside)).isTrue();
    for (Failure other : List.of(hang, failure(found(Divergence.Kind.NOT_TOLD)), engine, none)) {
      assertThat(bytes.isLike(other)).isFalse();
    }
    assertThat(hang.isLike(engine)).isFalse();
    assertThat(engine.isLike(none)).isFalse();
  }

  private static Failure failure(Divergence.Found found) {
    return new Failure(1, CASE, Optional.of(found), found);
  }

  private static Failure failure(Throwable thrown) {
    return new Failure(1, CASE, Optional.empty(), thrown);
  }

  /** Halves of views that nest would not nest. */
  @Test
  void shouldMakeNoProgramThatIsRefused() {
    Step.Held outer = new Step.Held(new Pieces(0, 8), true, false, 1, 2);
    Step.Held kept = new Step.Held(new Pieces(0, 8), true, false, 4, 5);
    Pieces middle = new Pieces(2, 6);
    Block inner = new Block(List.of(new Step.Write(middle, middle, 3, false, false, false)));
    Block child = new Block(List.of(new Step.Fence(Step.Fencing.RELEASE)));
    Step.Par par = new Step.Par(List.of(child), Step.Joining.TOGETHER, true, inner, List.of(kept));
    MemoryShape memory = new MemoryShape(2, 4096, Distribution.block(), OwnershipPolicy.FIXED, 0);
    Program program =
        new Program(
            List.of(memory),
            1,
            List.of(Phase.of(new Block(List.of(new Step.Nest(outer, inner), par)))));
    try (Fuzzer fuzzer = new Fuzzer()) {
      List<Program> smaller = Reduction.of(program);
      assertThat(smaller).hasSizeGreaterThan(10);
      for (Program each : smaller) {
        Optional<Failure> failure = fuzzer.run(1, CASE.with(each));
        assertThat(failure.map(found -> found.what() + found.program())).isEmpty();
      }
    }
  }
}
