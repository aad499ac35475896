package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** Tests of tasks that nobody joins: their number, the run they are part of, and their failures. */
@Timeout(100)
class DetachedTest {
  private static final AtomicInteger RAN = new AtomicInteger();

  @BeforeEach
  void forget() {
    RAN.set(0);
  }

  static Stream<Arguments> jobs() {
    return Stream.of(1, 2, 4)
        .flatMap(pes -> Stream.of(StealPolicy.values()).map(policy -> Arguments.of(pes, policy)));
  }

  private static Object run(int pes, StealPolicy policy, Task<?> root) {
    return Jobs.onRuntimes(
        Jobs.options(pes, 2, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          try {
            return runtime.run(root);
          } finally { // whatever became of it
            assertThat(runtime.run(new Detaches(new Counts(), 5))).isEqualTo(5);
          }
        });
  }

  /** Counts itself. */
  record Counts() implements Action {
    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
    }
  }

  /** Detaches a task so often, here and there. */
  record Detaches(Task<?> task, int times) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      for (int i = 0; i < times; i++) {
        if (i % 3 == 0) {
          context.detach(i % context.space().pes(), task);
        } else {
          context.detach(task);
        }
      }
      return times;
    }
  }

  /** One after the other, none of which waits for the next. */
  record Follows(int more) implements Action {
    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
      if (more > 0) {
        context.detach(more % context.space().pes(), new Follows(more - 1));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldRunAsManyAsThereAre(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Detaches(new Detaches(new Counts(), 100), 100)))
        .isEqualTo(100L);
    assertThat(RAN).hasValue(10_000 + 5);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldFollowEachOtherForLong(int pes, StealPolicy policy) {
    run(pes, policy, new Follows(2_000)); // none of which is suspended
    assertThat(RAN).hasValue(2_001 + 5);
  }

  /** One of many bytes. */
  record Large(@Task.Copied long[] values) implements Action {
    @Override
    public void compute(TaskContext context) {
      assertThat(values[values.length - 1]).isZero();
      RAN.incrementAndGet();
    }
  }

  /** Detaches large ones, which it changes then. */
  record DetachesLarge() implements Action {
    @Override
    public void compute(TaskContext context) {
      long[] values = new long[1000];
      context.detach(new Large(values));
      context.detach(context.space().pes() - 1, new Large(values));
      values[999] = 1;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldRunLargeOnes(int pes, StealPolicy policy) {
    run(pes, policy, new DetachesLarge());
    assertThat(RAN).hasValue(2 + 5);
  }

  /** Fails. */
  record Fails() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalArgumentException("as it must");
    }
  }

  /** Detaches a task, and another that detaches itself until it is cancelled. */
  record Goes(Task<?> other) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(other);
      context.detach(new ForEver());
    }
  }

  /** Detaches itself. */
  record ForEver() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(this);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldEndTheRunWhenOneFails(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new Goes(new Fails())))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("as it must (Fails[] < Goes[");
    assertThat(RAN).hasValue(5);
  }

  /** Waits for ever while a task that it has detached fails. */
  record Waits() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(new Fails());
      context.fork(new Attends());
      context.sync();
    }
  }

  /** Attends until it is cancelled. */
  record Attends() implements Action {
    @Override
    public void compute(TaskContext context) {
      while (true) {
        context.attend();
        context.share(1_000);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldCancelTheRootTaskWhenOneFails(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new Waits()))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("as it must");
    assertThat(RAN).hasValue(5);
  }

  /** Fails when it has detached a task that does not end by itself. */
  record FailsItself() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(new ForEver());
      throw new IllegalArgumentException("as it must");
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldCancelThemWhenTheRootTaskFails(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new FailsItself()))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("as it must");
    assertThat(RAN).hasValue(5);
  }

  /** Fails itself when it is stopped because a task that it has detached has failed. */
  record FailsToo() implements Action {
    @Override
    public void compute(TaskContext context) {
      try {
        new Waits().compute(context);
      } catch (TaskCancelledException _) {
        throw new IllegalStateException("of the root task");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellTheirFailuresWithThatOfTheRootTask(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new FailsToo()))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("of the root task")
        .hasStackTraceContaining("as it must (Fails[] < FailsToo[");
    assertThat(RAN).hasValue(5);
  }

  /** Detaches some in children that fail or are cancelled. */
  record Outlives() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      assertThatThrownBy(() -> context.join(context.fork(new DetachesAndFails())))
          .hasMessageContaining("as it must");
      return context.search(new DetachesAndFinds()).orElseThrow();
    }
  }

  /** Detaches one and fails. */
  record DetachesAndFails() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(new Counts());
      throw new IllegalArgumentException("as it must");
    }
  }

  /** Detaches one and ends a search. */
  record DetachesAndFinds() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach(new Counts());
      throw context.found(9);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldOutliveWhatHasStartedThem(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Outlives())).isEqualTo(9L);
    assertThat(RAN).hasValue(2 + 5);
  }

  /** Cannot be sent. */
  record Unsendable(Object what) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Detaches what cannot be marshalled. */
  record Refused() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      assertThatThrownBy(() -> context.detach(new Unsendable(new Thread())))
          .hasMessageContaining("Thread");
      assertThatThrownBy(() -> context.detach(context.space().pes(), new Counts()))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("none of the job's");
      return 1;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldRefuseWhatCannotBeSent(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Refused())).isEqualTo(1L);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldBeStoppedByALimit(int pes, StealPolicy policy) {
    RuntimeOptions options =
        RuntimeOptions.DEFAULT.withPolicy(policy).withTimeoutNanos(300_000_000);
    assertThatThrownBy(() ->
            Jobs.onRuntimes(
                Jobs.options(pes, 2, 1), options, runtime -> runtime.run(new Goes(new Counts()))))
        .isInstanceOf(RunTimeoutException.class);
  }

  /** Stores a number, where its forker has perhaps done so. */
  record Stores(GlobalLongs numbers) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LongView view = numbers.localize(Access.READ_WRITE)) {
        view.set(0, view.get(0) + 1);
        view.commit();
      }
    }
  }

  /** Stores a number before or after it detaches a task that does so. */
  record StoresToo(GlobalLongs numbers, boolean before) implements Action {
    @Override
    public void compute(TaskContext context) {
      Stores stores = new Stores(numbers);
      if (before) {
        stores.compute(context);
      }
      context.join(context.fork(new Detaches(stores, 1)));
      if (!before) {
        stores.compute(context);
      }
    }
  }

  private static void store(boolean before) {
    GasOptions options =
        Jobs.options(2, 1, 1)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(SimulationOptions.Schedule.SEEDED)
                        .withRaceChecker(true));
    Temoto.launch(
        options,
        space -> {
          GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 1);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new StoresToo(numbers, before));
          }
          try (LongView view = numbers.localize(Access.READ)) {
            assertThat(view.get(0)).isEqualTo(before ? 2 : view.get(0));
          }
          space.barrier();
        });
  }

  @Test
  void shouldComeAfterItsForkerAndBeforeTheEndOfTheRunOnly() {
    assertThatCode(() -> store(true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> store(false))
        .isInstanceOf(CheckFailedException.class)
        .hasMessageContaining("race");
  }

  /** A detached task that waits for what nothing fulfils. */
  record WaitsForNothing() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.promise());
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellThatOneWaitsForEver(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new Detaches(new WaitsForNothing(), 3)))
        .hasMessageContaining("no task runs");
    assertThat(RAN).hasValue(5);
  }
}
