package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.InvalidOptionException;

/** Tests of runs that do not end by themselves. */
@Timeout(60)
class TimeoutTest {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final AtomicBoolean RELEASED = new AtomicBoolean();

  private static final RuntimeOptions SHORT = RuntimeOptions.DEFAULT.withTimeoutNanos(50_000_000);

  /** A tree without leaves: depth first for ever, in a row at the bottom. */
  record Endless(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      COUNT.incrementAndGet();
      if (depth < 20) {
        context.forkJoin(new Endless(depth + 1), new Endless(depth + 1));
      }
      while (depth == 20) {
        context.join(context.fork(new Endless(21)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,2", "2,1", "3,2"})
  void shouldStopARunOnEveryPe(int pes, int workers) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        SHORT,
        (space, runtime) -> {
          Throwable stopped = catchThrowable(() -> runtime.run(new Endless(0)));
          assertThat(stopped)
              .isInstanceOf(RunTimeoutException.class)
              .hasMessageContaining("limit of 0.05 s")
              .hasMessageMatching(".*tasks run: [1-9][0-9]* on PE 0.*")
              .hasMessageContaining(" on PE " + (pes - 1));
          assertThat(runtime.<Integer>run(context -> 7)).as("the next run").isEqualTo(7);
        });
  }

  @Test
  void shouldLeaveARunAloneThatIsOverInTime() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1),
        RuntimeOptions.DEFAULT.withTimeoutNanos(60_000_000_000L),
        (space, runtime) -> assertThat(runtime.<Integer>run(context -> 7)).isEqualTo(7));
  }

  /** Notices nothing. */
  record Deaf() implements Action {
    @Override
    public void compute(TaskContext context) {
      while (!RELEASED.get()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void shouldEndTheJobIfATaskNoticesNothing() {
    RELEASED.set(false);
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(2, 1, 1),
                SHORT,
                (space, runtime) -> {
                  runtime.<Integer>run(context -> 7); // which is not counted
                  try {
                    runtime.run(new Deaf());
                  } finally {
                    RELEASED.set(true); // or the job would wait for it
                  }
                }))
        .satisfies(e ->
            assertThat(e instanceof RunTimeoutException ? e : e.getCause())
                .isInstanceOf(RunTimeoutException.class)
                .hasMessageContaining("PE 0 has run 1 tasks and is at Deaf[]"));
  }

  @Test
  void shouldTellOfTheTasksOfARuntimeBesideOthers() {
    RELEASED.set(false);
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(1, 1, 1),
                SHORT,
                (space, runtime) -> {
                  TaskRuntime.start(space).close();
                  try (var _ = TaskRuntime.start(space)) {
                    try {
                      runtime.run(new Deaf());
                    } finally {
                      RELEASED.set(true);
                    }
                  }
                }))
        .hasStackTraceContaining("is at Deaf[]");
  }

  /** Is at work until the time is over. */
  record UntilStopped() implements Action {
    @Override
    public void compute(TaskContext context) {
      while (true) {
        context.attend();
      }
    }
  }

  /** Fails. */
  record Fails() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalStateException("the reason");
    }
  }

  /** Tells of the failure of a child when the time is over. */
  record TellsLate() implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskException failure =
          catchThrowableOfType(TaskException.class, () -> context.join(context.fork(new Fails())));
      try {
        context.join(context.fork(new UntilStopped()));
      } catch (TaskCancelledException _) {
        throw failure;
      }
    }
  }

  @Test
  void shouldTellOfAFailureBesideTheTime() {
    Jobs.eachPe(
        Jobs.options(1, 2, 1),
        RuntimeOptions.DEFAULT.withTimeoutNanos(1_000_000_000), // a child fails before
        (space, runtime) ->
            assertThat(catchThrowable(() -> runtime.run(new TellsLate())))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("the reason")
                .satisfies(e ->
                    assertThat(e.getSuppressed())
                        .hasAtLeastOneElementOfType(RunTimeoutException.class)));
  }

  /** Forks a task that is never started: what it waits for goes on until the time is over. */
  record WaitsForever(boolean joins) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle endless = context.forkAfter(new UntilStopped());
      TaskHandle later = context.forkAfter(new Fails(), endless);
      if (joins) {
        context.join(later);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, false", "1, 2, true", "2, 1, false", "3, 1, true", "2, 2, true"})
  void shouldTellOfTheTimeIfTasksWaitForWhatItHasStopped(int pes, int workers, boolean joins) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        SHORT,
        (space, runtime) ->
            assertThat(catchThrowable(() -> runtime.run(new WaitsForever(joins))))
                .isInstanceOf(RunTimeoutException.class)
                .hasMessageContaining("limit of 0.05 s"));
  }

  /** Returns when it is stopped. */
  record ReturnsWhenStopped() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      try {
        new UntilStopped().compute(context);
      } catch (TaskCancelledException _) {
        return 7;
      }
      return 0;
    }
  }

  /** Detaches itself. */
  record DetachesItself() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(this);
    }
  }

  /** Returns after the time, and leaves a task behind that does not end by itself. */
  record LeavesBehind(boolean joins) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.detach(new DetachesItself());
      LongTask late = new ReturnsWhenStopped();
      int last = context.space().pes() - 1;
      return joins ? context.join(context.forkAt(last, late)) : late.compute(context);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, false", "1, 2, true", "2, 1, false", "2, 1, true", "2, 2, true"})
  void shouldStopDetachedTasksThoughTheRootTaskReturnsAfterTheTime(
      int pes, int workers, boolean joins) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        SHORT,
        (space, runtime) -> {
          assertThat(catchThrowable(() -> runtime.run(new LeavesBehind(joins))))
              .isInstanceOf(RunTimeoutException.class)
              .hasMessageContaining("limit of 0.05 s and was stopped");
          assertThat(runtime.<Integer>run(context -> 7)).as("the next run").isEqualTo(7);
        });
  }

  @Test
  void shouldRefuseNegativeTimes() {
    assertThatThrownBy(() -> RuntimeOptions.DEFAULT.withTimeoutNanos(-1))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage("timeoutNanos=-1 must be at least 0");
  }
}
