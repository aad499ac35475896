package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of cancellation: the other tasks end when one has failed, which they would not by
 * themselves.
 */
@Timeout(100)
class CancellationTest {
  /** Number of tasks that have begun, on all PEs of a simulated cluster. */
  private static final AtomicInteger BEGUN = new AtomicInteger();

  private static final AtomicInteger CANCELLED = new AtomicInteger();
  private static final AtomicInteger LATE = new AtomicInteger();

  @BeforeEach
  void reset() {
    BEGUN.set(0);
    CANCELLED.set(0);
    LATE.set(0);
  }

  private static void awaitBegun(int count) {
    while (BEGUN.get() < count) {
      Thread.onSpinWait();
    }
  }

  /** Counts the cancellation that ends {@code body}. */
  private static void counted(Runnable body) {
    try {
      body.run();
    } catch (TaskCancelledException e) {
      CANCELLED.incrementAndGet();
      throw e;
    }
  }

  /**
   * Does so little that only the volatile read keeps the compiler from joining many into nothing.
   */
  record Nothing() implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.get();
    }
  }

  /** Runs until a fork or join throws. */
  record Endless() implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      counted(() -> {
        while (true) {
          context.join(context.fork(new Nothing()));
        }
      });
    }
  }

  /** Waits for a child that is endless, with a thief. */
  record WaitsForEndless() implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new Endless());
      awaitBegun(1);
      BEGUN.incrementAndGet();
      counted(() -> context.join(child));
    }
  }

  /** Throws something else when it is cancelled. */
  record EndlessAndRephrases() implements Action {
    @Override
    public void compute(TaskContext context) {
      try {
        new Endless().compute(context);
      } catch (TaskCancelledException e) {
        throw new IllegalArgumentException("not the reason", e);
      }
    }
  }

  /** Sees that it is cancelled, whatever its child, which runs in place, throws. */
  record JoinsOneThatRephrases() implements Action {
    @Override
    public void compute(TaskContext context) {
      counted(() -> context.join(context.fork(new EndlessAndRephrases())));
    }
  }

  /** Fails because of another task's cancellation, as one that uses what that has left might. */
  record FailsByAnother() implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      throw new IllegalStateException("really", new TaskCancelledException("another task", 0));
    }
  }

  /** Fails when {@code begun} tasks run and the one that forked it has had time to wait. */
  record FailsLater(int begun) implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      awaitBegun(begun);
      LockSupport.parkNanos(20_000_000);
      throw new IllegalStateException("the reason");
    }
  }

  /** Fails when {@code begun} tasks run. */
  record Fails(int begun) implements Action {
    @Override
    public void compute(TaskContext context) {
      awaitBegun(begun);
      throw new IllegalStateException("the reason");
    }
  }

  /** Fails as {@link Fails}, and is one of the begun. */
  record BeginsAndFails(int begun) implements Action {
    @Override
    public void compute(TaskContext context) {
      BEGUN.incrementAndGet();
      new Fails(begun).compute(context);
    }
  }

  record Late() implements Action {
    @Override
    public void compute(TaskContext context) {
      LATE.incrementAndGet();
    }
  }

  /** Cluster and options of a test. */
  private record Cluster(int pes, int workers, RuntimeOptions options) {
    Cluster with(RuntimeOptions other) {
      return new Cluster(pes, workers, other);
    }

    <R> R result(Task<R> root) {
      return Jobs.onRuntimes(Jobs.options(pes, workers, 1), options, runtime -> runtime.run(root));
    }

    /** Runs {@code root}, and another task after it; {@code check}s the failure on each PE. */
    void expectFailure(Task<?> root, Consumer<TaskException> check) {
      Jobs.eachPe(
          Jobs.options(pes, workers, 1),
          options,
          (space, runtime) -> {
            TaskException failure =
                catchThrowableOfType(TaskException.class, () -> runtime.run(root));
            assertThat(failure).as("on PE %d", space.pe()).isNotNull();
            check.accept(failure);
            assertThat(runtime.<Integer>run(context -> 7)).as("the next run").isEqualTo(7);
          });
    }

    void expectReason(String reason, Action root) {
      expectFailure(root, failure -> assertThat(failure.getCause()).hasMessage(reason));
    }

    void expectReason(Action root) {
      expectReason("the reason", root);
    }
  }

  private static Cluster on(int pes, int workers) {
    return new Cluster(pes, workers, Jobs.EAGER);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1", "3,2"})
  void shouldEndAStolenChildOfATaskThatFails(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          context.fork(new Endless());
          awaitBegun(1);
          throw new IllegalStateException("the reason");
        });
    assertThat(CANCELLED.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1,3", "3,1"})
  void shouldTellTheReasonWhenACancelledTaskRephrasesIt(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          context.fork(new FailsLater(2));
          context.fork(new EndlessAndRephrases()); // awaited first
          while (BEGUN.get() < 2) {
            context.join(context.fork(new Nothing()));
          }
          context.sync();
        });
    assertThat(CANCELLED.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1,1,0", "1,2,1", "2,1,1"})
  void shouldNotTakeAnothersCancellationForItsOwn(int pes, int workers, int begunBefore) {
    Action root =
        context -> {
          context.fork(new FailsByAnother());
          context.fork(new Nothing());
          awaitBegun(begunBefore);
          context.sync();
        };
    on(pes, workers).expectReason("really", root);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1"})
  void shouldHideARephrasedCancellationFromJoiners(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          context.fork(new JoinsOneThatRephrases());
          awaitBegun(1);
          throw new IllegalStateException("the reason");
        });
    assertThat(CANCELLED.get()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1,3", "3,1"})
  void shouldEndWhatAStolenChildWaitsFor(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          context.fork(new WaitsForEndless());
          awaitBegun(2);
          throw new IllegalStateException("the reason");
        });
    assertThat(CANCELLED.get()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1,3", "3,1"})
  void shouldEndAStolenSiblingThatTheParentWaitsFor(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          context.fork(new Endless());
          awaitBegun(1);
          context.fork(new Fails(1)); // goes to the third worker, as the second is busy for ever
          context.sync();
        });
    assertThat(CANCELLED.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1"})
  void shouldEndASiblingThatRunsAboveTheParent(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          context.fork(new Fails(2)); // stolen: nothing else can be, until the second has begun
          BEGUN.incrementAndGet();
          context.forkJoin(new Endless());
        });
    assertThat(CANCELLED.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1,3", "3,1"})
  void shouldEndAStolenChildOfAScopeWhoseOtherOneFails(int pes, int workers) {
    on(pes, workers)
        .expectReason(context -> {
          try (Scope scope = context.scope()) {
            scope.fork(new BeginsAndFails(3)); // stolen, and waits for what follows
            awaitBegun(1);
            scope.fork(new Endless());
            awaitBegun(2);
            BEGUN.incrementAndGet();
          }
        });
    assertThat(CANCELLED.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1"})
  void shouldTellOfAFailureAtItsOwnJoinOnly(int pes, int workers) {
    String got =
        on(pes, workers)
            .with(Jobs.FORCED)
            .result(context -> {
              Forked<Void> fails = context.fork(new Fails(0)); // stolen
              for (int i = 0; i < 100; i++) {
                context.join(context.fork(new Late()));
              }
              try {
                context.join(fails);
                return "no failure";
              } catch (TaskException e) {
                return e.getCause().getMessage() + " after " + LATE;
              }
            });
    assertThat(got).isEqualTo("the reason after 100");
  }

  @Test
  void shouldNotStartWhatIsForkedBeforeAFailure() {
    on(1, 1)
        .expectReason(context -> {
          context.fork(new Fails(0));
          context.fork(new Late());
          Forked<Void> last = context.fork(new Fails(0));
          context.fork(new Nothing());
          context.join(last);
        });
    assertThat(LATE.get()).isZero();
  }

  @Test
  void shouldNotStartTheRestOfASyncAfterAFailure() {
    on(1, 1)
        .expectReason(context -> {
          context.fork(new Late());
          context.fork(new Fails(0));
          context.sync(); // those forked last are run first
        });
    assertThat(LATE.get()).isZero();
  }

  @Test
  void shouldNotStartTheRestOfAScopeAfterAFailure() {
    on(1, 1)
        .expectReason(context -> {
          try (Scope scope = context.scope()) {
            scope.fork(new Late());
            scope.fork(new Late());
            scope.join(scope.fork(new Fails(0)));
          }
        });
    assertThat(LATE.get()).isZero();
  }

  @Test
  void shouldLetAScopeFailWithoutItsTask() {
    String got =
        on(1, 1)
            .with(RuntimeOptions.DEFAULT)
            .result(context -> {
              Forked<Void> outside = context.fork(new Late());
              String seen = "";
              try (Scope scope = context.scope()) {
                scope.fork(new Late());
                scope.fork(new Fails(0));
              } catch (TaskException e) {
                seen = e.getCause().getMessage();
              }
              context.join(outside);
              return seen;
            });
    assertThat(got).isEqualTo("the reason");
    assertThat(LATE.get()).isEqualTo(1);
  }

  @Test
  void shouldLetATaskGoOnThatCaughtTheFailure() {
    int got =
        on(2, 2)
            .result(context -> {
              int caught = 0;
              for (int i = 0; i < 100; i++) {
                try {
                  context.forkJoin(new Nothing(), new Fails(0), new Nothing());
                } catch (TaskException e) {
                  caught++;
                }
              }
              return caught;
            });
    assertThat(got).isEqualTo(100);
  }

  // --- paths

  record Halves(int from, int to) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (to - from == 1) {
        throw new IllegalStateException("the reason");
      }
      int middle = (from + to) / 2;
      context.forkJoin(new Halves(from, middle), new Nothing());
    }

    @Override
    public String toString() {
      return "Halves[" + from + "," + to + ")";
    }
  }

  record Forks(Task<Void> child) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(child));
    }

    @Override
    public String toString() {
      return "Forks";
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,2", "2,1", "3,1"})
  void shouldTellThePathOfTheTaskThatFailed(int pes, int workers) {
    on(pes, workers)
        .with(Jobs.FORCED)
        .expectFailure(
            new Forks(new Forks(new Halves(0, 4))),
            failure -> {
              assertThat(failure.path())
                  .containsExactly("Halves[0,1)", "Halves[0,2)", "Halves[0,4)", "Forks", "Forks");
              assertThat(failure)
                  .hasMessageEndingWith(
                      "(Halves[0,1) < Halves[0,2) < Halves[0,4) < Forks < Forks)");
            });
  }

  record Deep(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(depth == 0 ? new Fails(0) : new Deep(depth - 1)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,2"})
  void shouldBoundThePath(int pes, int workers) {
    on(pes, workers)
        .with(Jobs.FORCED)
        .expectFailure(
            new Deep(30),
            failure ->
                assertThat(failure.path())
                    .hasSize(TaskPath.MAX + 1)
                    .startsWith("Fails[begun=0]", "Deep[depth=0]")
                    .endsWith(TaskPath.MORE));
  }
}
