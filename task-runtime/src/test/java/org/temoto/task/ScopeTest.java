package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.gas.lock.GlobalLocks;

class ScopeTest {
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 100_000);

  private static void run(int pes, int workers, Task<?> root) {
    GasOptions options =
        GasOptions.DEFAULT.withBackend("simulated").withPes(pes).withWorkers(workers);
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
            runtime.run(root);
          }
        });
  }

  private record Square(long number) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      return number * number;
    }
  }

  private record Fail(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalStateException("child " + number);
    }
  }

  private record SumsOfSquares(int rounds, int each) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int round = 0; round < rounds; round++) {
        List<Forked<Long>> children = new ArrayList<>();
        try (Scope outer = context.scope()) {
          for (int i = 0; i < each; i++) {
            children.add(outer.fork(new Square(i)));
          }
          try (Scope inner = context.scope()) {
            Forked<Long> one = inner.fork(new Square(7));
            inner.fork(new Square(8));
            assertThat(inner.join(one)).isEqualTo(49);
            assertThatThrownBy(() -> inner.join(one)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> inner.join(children.get(0)))
                .isInstanceOf(IllegalStateException.class);
          }
        }
        long sum = 0;
        for (Forked<Long> child : children) {
          sum += context.join(child); // has ended: costs a look
        }
        assertThat(sum).isEqualTo((each - 1L) * each * (2L * each - 1) / 6);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,3", "2,1", "3,2"})
  void shouldJoinTheChildrenForkedInIt(int pes, int workers) {
    run(pes, workers, new SumsOfSquares(20, 10));
  }

  private record Increment(GlobalLongs number) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LongView view = number.localize(Access.READ_WRITE)) {
        view.set(0, view.get(0) + 1);
        view.commit();
      }
    }
  }

  private record IncrementAll(GlobalLongs numbers) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (Scope scope = context.scope()) {
        for (long i = 0; i < numbers.length(); i++) {
          scope.fork(new Increment(numbers.slice(i, i + 1)));
        }
      }
      try (LongView view = numbers.localize(Access.READ)) {
        for (long i = 0; i < numbers.length(); i++) {
          assertThat(view.get(i)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void shouldShowWhatItsChildrenCommitted() {
    Temoto.launch(
        GasOptions.DEFAULT.withBackend("simulated").withPes(3),
        space -> {
          GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 100);
          try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
            runtime.run(new IncrementAll(numbers));
          }
        });
  }

  private record FailTwice() implements Action {
    @Override
    public void compute(TaskContext context) {
      try (Scope scope = context.scope()) {
        scope.fork(new Fail(1));
        scope.fork(new Square(3));
        scope.fork(new Fail(2));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1"})
  void shouldThrowTheFailuresOfItsChildren(int pes, int workers) {
    assertThatThrownBy(() -> run(pes, workers, new FailTwice()))
        .isInstanceOf(TaskException.class)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .rootCause()
        .hasMessageStartingWith("child ");
  }

  private record ClosesAgain(GlobalLocks locks) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      Scope scope = context.scope();
      Forked<Long> one = scope.fork(new Square(2));
      Forked<Long> other = scope.fork(new Square(3));
      try (var _ = locks.lock(0)) {
        assertThatThrownBy(scope::close)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("joins and holds");
      }
      assertThat(scope.fork(new Square(4))).as("it is open still").isNotNull();
      scope.close();
      assertThat(List.of(one, other)).allMatch(child -> child.frame.hasEnded());
      return context.join(one) + context.join(other);
    }
  }

  @Test
  void shouldEndItsChildrenThoughItsCloseWasRefusedUnderALock() {
    Temoto.launch(
        GasOptions.DEFAULT.withBackend("simulated"),
        space -> {
          try (GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
              TaskRuntime runtime = TaskRuntime.start(space)) {
            assertThat(runtime.run(new ClosesAgain(locks))).isEqualTo(13);
          }
        });
  }

  private record Nothing() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  private static final AtomicInteger THROWS = new AtomicInteger();
  private static final AtomicInteger BEGUN = new AtomicInteger();
  private static final AtomicInteger ENDED = new AtomicInteger();
  private static final AtomicInteger WENT_ON = new AtomicInteger();

  /** Throws when its sibling has been cancelled. */
  private record ThrowsLate() implements Action {
    @Override
    public void compute(TaskContext context) {
      THROWS.set(1);
      while (ENDED.get() == 0) {
        Thread.yield();
      }
      throw new IllegalStateException("a child of the scope");
    }
  }

  /** Runs until it is cancelled. */
  private record RunsOn() implements Action {
    @Override
    public void compute(TaskContext context) {
      try {
        while (true) {
          context.share(1_000);
          BEGUN.set(THROWS.get());
        }
      } finally {
        ENDED.set(1);
      }
    }
  }

  private record ClosesCancelled(Action other) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (Scope scope = context.scope()) {
        scope.fork(other);
        scope.fork(new RunsOn());
      }
      WENT_ON.incrementAndGet();
    }
  }

  /** Fails when the other child of the scope has begun. */
  private record FailsBesides(Action other) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.fork(new ClosesCancelled(other));
      while (BEGUN.get() == 0) {
        context.share(1_000);
      }
      throw new IllegalStateException("as it must");
    }
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1", "2,2"})
  @Timeout(60)
  void shouldNotGoOnWithoutItsChildrenInATaskThatIsCancelled(int pes, int workers) {
    forget(1);
    assertThatThrownBy(() -> run(pes, workers, new FailsBesides(new Nothing())))
        .hasMessageContaining("as it must");
    assertThat(WENT_ON).hasValue(0);
  }

  @Test
  @Timeout(60)
  void shouldTellTheFailureOfAChildWhereItsTaskIsCancelled() {
    forget(0);
    assertThatThrownBy(() -> run(1, 3, new FailsBesides(new ThrowsLate())))
        .hasMessageContaining("as it must")
        .hasStackTraceContaining("a child of the scope");
    assertThat(WENT_ON).hasValue(0);
  }

  private static void forget(int began) {
    THROWS.set(began);
    BEGUN.set(0);
    ENDED.set(0);
    WENT_ON.set(0);
  }

  @Test
  void shouldRefuseAForkAfterItsEnd() {
    String refusal =
        Jobs.onRuntimes(
            Jobs.options(1, 1, 1),
            RuntimeOptions.DEFAULT,
            runtime ->
                runtime.run(context -> {
                  Scope leaked;
                  try (Scope scope = context.scope()) {
                    leaked = scope;
                  }
                  try {
                    leaked.fork((Action) inner -> {});
                    return "accepted";
                  } catch (IllegalStateException e) {
                    return e.getMessage();
                  }
                }));
    assertThat(refusal).isEqualTo("the scope has been closed: nothing can be forked in it");
  }

  private record JoinsAfterTheEnd() implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      Scope left;
      Forked<Long> one;
      try (Scope scope = context.scope()) {
        left = scope;
        one = scope.fork(new Square(3));
      }
      long joined = left.join(one);
      assertThatThrownBy(() -> left.join(one))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("must be joined by the task that forked it, once");
      return joined;
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,3", "2,1"})
  void shouldJoinItsChildrenAfterItsEnd(int pes, int workers) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        STOLEN,
        (space, runtime) -> assertThat(runtime.run(new JoinsAfterTheEnd())).isEqualTo(9));
  }
}
