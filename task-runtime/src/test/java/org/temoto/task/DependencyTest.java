package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.depend.DependencyRecords;
import org.temoto.task.marshal.Marshaller;

/**
 * Tests of tasks that wait for others: failures, cancellation, promises, and waits that have no
 * end.
 */
@Timeout(100)
class DependencyTest {
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
        Jobs.options(pes, 1, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          try {
            return runtime.run(root);
          } finally { // whatever became of it
            assertThat(runtime.run(new Chain(5))).isEqualTo(5);
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

  /** Fails. */
  record Fails() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalArgumentException("as it must");
    }
  }

  /** Forks tasks each of which waits for the last; how many that were. */
  record Chain(int length) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle last = TaskHandle.NONE;
      for (int i = 0; i < length; i++) {
        last = context.forkAfter(i % context.space().pes(), new Counts(), last);
      }
      context.sync();
      return length;
    }
  }

  /** One waits for many. */
  record Fan(int width) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle[] all = new TaskHandle[width];
      for (int i = 0; i < width; i++) {
        all[i] = context.forkAfter(new Counts());
      }
      context.forkAfter(new RanBefore(width), all);
      context.sync();
      return RAN.get();
    }
  }

  /** Looks whether so many have run. */
  record RanBefore(int count) implements Action {
    @Override
    public void compute(TaskContext context) {
      assertThat(RAN).hasValue(count);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldWaitForMoreThanARecordHasRoomFor(int pes, StealPolicy policy) {
    Jobs.onRuntimes(
        Jobs.options(pes, 1, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> runtime.run(new Fan(33)));
    assertThat(RAN).hasValue(33);
  }

  /** Many wait for one, which runs meanwhile or has not begun. */
  record Broadcast(int width) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      TaskHandle one = context.forkAfter(new Counts(), promise);
      for (int i = 0; i < width; i++) {
        if (i == width / 2) {
          context.fulfil(promise);
        }
        context.forkAfter(i % context.space().pes(), new Counts(), one);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellAllThatWaitForOne(int pes, StealPolicy policy) {
    for (int width = 1; width < 80; width += 13) {
      forget();
      run(pes, policy, new Broadcast(width));
      assertThat(RAN).hasValue(1 + width + 5);
    }
  }

  /** Waits, at its end, for a task that waits for a promise. */
  record Waits(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
      context.forkAfter(new Counts(), promise);
    }
  }

  /**
   * Has as many children as may run elsewhere wait for what it does after it has forked another.
   */
  record Surrounded(int children) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      for (int i = 1; i <= children; i++) {
        context.forkAt(1 + i % (context.space().pes() - 1), new Waits(promise)); // evenly
        while (RAN.get() < i) { // until another PE has it
          context.share(1_000_000);
        }
      }
      context.forkAfter(new Counts());
      context.fulfil(promise);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldForkWhenAllChildrenThatRunElsewhereWait(StealPolicy policy) {
    run(9, policy, new Surrounded(256)); // a worker has room for half of them
    assertThat(RAN).hasValue(2 * 256 + 1 + 5);
  }

  /** Joins what another task has forked, after which so many have run. */
  record Joins(TaskHandle handle, int ran) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(handle);
      assertThat(RAN.get()).isGreaterThanOrEqualTo(ran);
    }
  }

  /** Several tasks join one, before it has ended or after. */
  record Joining(int joiners) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle last = TaskHandle.NONE;
      for (int i = 0; i < 10; i++) {
        last = context.forkAfter(i % context.space().pes(), new Counts(), last);
      }
      for (int i = 0; i < joiners; i++) {
        context.fork(new Joins(last, 10));
        context.forkAfter(i % context.space().pes(), new Joins(last, 10));
      }
      context.join(last);
      assertThat(RAN).hasValue(10);
      context.join(last);
      context.join(TaskHandle.NONE);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldJoinTasksOfOthers(int pes, StealPolicy policy) {
    run(pes, policy, new Joining(8));
  }

  /** Tasks that join a failure. */
  record JoinsFailure() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle fails = context.forkAfter(new Fails());
      assertThatThrownBy(() -> context.join(fails)).hasMessageContaining("has failed");
      assertThatThrownBy(context::sync).hasMessageContaining("as it must");
      Forked<Void> other = context.fork(new Joins(fails, 0));
      assertThatThrownBy(() -> context.join(other))
          .hasMessageContaining("task Fails[], which a task waits for, has failed");
      return 1;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellWhoJoinsThatItHasFailed(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new JoinsFailure())).isEqualTo(1L);
  }

  /** A task joins what waits for it. */
  record JoinCycle() implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      TaskHandle joins = context.forkAfter(context.space().pes() - 1, new Joins(promise, 0));
      context.forkAfter(new Fulfils(promise), joins);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellOfATaskThatJoinsWhatWaitsForIt(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new JoinCycle()))
        .hasMessageContaining("no task runs")
        .hasMessageContaining("Fulfils");
    assertThat(RAN).hasValue(5);
  }

  /** Tasks that wait for a failure, here and below a task of another. */
  record Failing() implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle fails = context.forkAfter(new Fails());
      TaskHandle next = context.forkAfter(new Counts(), fails);
      context.forkAfter(new Counts(), next);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldNotStartWhatWaitsForAFailure(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new Failing()))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("as it must");
    assertThat(RAN).hasValue(5); // of the next run
  }

  /** Waits for a handle of another task's child. */
  record WaitsFor(TaskHandle handle) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkAfter(new Counts(), handle);
    }
  }

  /** A promise is the last that a task waits for which waits for a failure, too. */
  record FulfilledAfterAFailure() implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle fails = context.forkAfter(new Fails());
      assertThatThrownBy(context::sync).hasMessageContaining("as it must");
      TaskHandle promise = context.promise();
      context.forkAfter(new Counts(), fails, promise);
      context.fulfil(promise);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellOfAFailureWhenAPromiseIsFulfilled(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new FulfilledAfterAFailure()))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining(
            "task Counts[] was not started: task Fails[], which it was to wait for, has failed");
  }

  /** One waits for many, in parts, of which one has failed, as its forker knows. */
  record FanOfFailure(int width, int failed) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle fails = context.forkAfter(new Fails());
      assertThatThrownBy(context::sync).hasMessageContaining("as it must");
      TaskHandle promise = context.promise();
      TaskHandle[] all = new TaskHandle[width];
      for (int i = 0; i < width; i++) {
        all[i] = i == failed ? fails : context.forkAfter(new Counts(), promise);
      }
      context.forkAfter(new RanBefore(width), all);
      context.fulfil(promise);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldNameWhatHasFailedOfMoreThanARecordHasRoomFor(int pes, StealPolicy policy) {
    for (int width : List.of(5, 33)) {
      for (int failed : List.of(0, width / 2, width - 1)) {
        assertThatThrownBy(() -> run(pes, policy, new FanOfFailure(width, failed)))
            .isInstanceOf(TaskException.class)
            .hasMessageContaining("task RanBefore[count=" + width + "] was not started: ")
            .hasMessageContaining("task Fails[], which it was to wait for, has failed");
      }
    }
  }

  /** Fails, once so many others are about to. */
  record FailsAmong(int number, int all) implements Action {
    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
      while (RAN.get() < all) {
        Thread.yield();
      }
      throw new IllegalStateException("failure " + number);
    }
  }

  /** Has so many children that fail, or tasks that are detached. */
  record FailTogether(int all, boolean detached) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < all; i++) {
        int pe = i % context.space().pes();
        if (detached) {
          context.detach(pe, new FailsAmong(i, all));
        } else {
          context.forkAfter(pe, new FailsAmong(i, all));
        }
      }
    }
  }

  static Stream<Arguments> jobsOfThree() {
    return Stream.of(StealPolicy.values())
        .flatMap(policy ->
            Stream.of(1, 3)
                .flatMap(pes ->
                    Stream.of(true, false).map(detached -> Arguments.of(pes, policy, detached))));
  }

  @ParameterizedTest
  @MethodSource("jobsOfThree")
  void shouldTellOfAllThatFail(int pes, StealPolicy policy, boolean detached) {
    Jobs.onRuntimes(
        Jobs.options(pes, 3 / pes, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          for (int i = 0; i < 5; i++) {
            forget(runtime);
            Throwable thrown = catchThrowable(() -> runtime.run(new FailTogether(3, detached)));
            assertThat(Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed())))
                .allSatisfy(each -> assertThat(each).isInstanceOf(TaskException.class))
                .extracting(each -> each.getCause().getMessage())
                .containsExactlyInAnyOrder("failure 0", "failure 1", "failure 2");
          }
          assertThat(Leftovers.of(runtime)).isEmpty();
          return null;
        });
  }

  /** Runs, or fails, once so many others run. */
  record RunsAmong(int all, String failure) implements Action {
    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
      awaitRan(all);
      if (failure != null) {
        throw new IllegalStateException(failure);
      }
    }
  }

  private static void awaitRan(int count) {
    while (RAN.get() < count) {
      Thread.yield();
    }
  }

  /** Forks when a group has failed that another strand of the worker waits for. */
  record ForksBeforeOthersAreTold() implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int pe : List.of(1, 2)) { // begun when what failed there has been counted
        context.detach(pe, new RunsAmong(5, null));
      }
      RAN.incrementAndGet();
      awaitRan(5);
      context.forkAfter(new Counts()); // hears of the failures, and begins a group
    }
  }

  /** Two children fail on other PEs while their forker's worker runs what forks children, too. */
  record FailBesideAFork() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      for (int pe : List.of(1, 2)) {
        context.forkAfter(pe, new RunsAmong(3, "failure " + pe));
      }
      awaitRan(2);
      context.detach(0, new ForksBeforeOthersAreTold());
      Throwable thrown = catchThrowable(context::sync);
      assertThat(Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed())))
          .extracting(each -> each.getCause().getMessage())
          .containsExactlyInAnyOrder("failure 1", "failure 2");
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellOfAllThatFailWhereAnotherGroupBegins(StealPolicy policy) {
    Jobs.onRuntimes(
        Jobs.options(3, 1, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          for (int i = 0; i < 5; i++) {
            forget(runtime);
            assertThat(runtime.run(new FailBesideAFork())).isEqualTo(1L);
          }
          assertThat(Leftovers.of(runtime)).isEmpty();
          return null;
        });
  }

  /** No task has run, of any PE. */
  private static void forget(TaskRuntime runtime) {
    runtime.run((Action) context -> RAN.set(0));
  }

  /** The child of another task waits for a failure that is caught. */
  record FailingElsewhere() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle fails = context.forkAfter(new Fails());
      assertThatThrownBy(context::sync).hasMessageContaining("as it must");
      Forked<Void> other = context.fork(new WaitsFor(fails));
      assertThatThrownBy(() -> context.join(other))
          .hasMessageContaining("task Counts[] was not started: task Fails[], which it was to ");
      return 1;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellEachForkerThatItsTaskDidNotStart(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new FailingElsewhere())).isEqualTo(1L);
    assertThat(RAN).hasValue(5);
  }

  /** Fails while its child waits for what never comes. */
  record Abandons(boolean itself) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle never = context.promise();
      context.forkAfter(new Counts(), context.forkAfter(new Counts(), never));
      if (itself) {
        throw new IllegalArgumentException("as it must");
      }
      context.fork(new Fails());
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldCancelWhatWaits(int pes, StealPolicy policy) {
    for (boolean itself : List.of(true, false)) {
      assertThatThrownBy(() -> run(pes, policy, new Abandons(itself)))
          .isInstanceOf(TaskException.class)
          .hasMessageContaining("as it must");
    }
    assertThat(RAN).hasValue(10);
  }

  /** Fulfils a promise. */
  record Fulfils(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
      context.fulfil(promise);
    }
  }

  /** Tasks that wait for a promise, which another task fulfils, so often. */
  record Promised(int times) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle promise = context.promise();
      context.forkAfter(new RanBefore(1), promise);
      for (int i = 0; i < times; i++) {
        context.fork(new Fulfils(promise));
      }
      context.sync();
      return RAN.get();
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldStartWhatWaitsForAPromise(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Promised(1))).isEqualTo(1L);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldRefuseToFulfilAPromiseTwice(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new FulfilsTwice()))
        .hasMessageContaining("fulfilled twice: ")
        .hasMessageContaining("made at");
  }

  /** Fulfils a promise twice. */
  record FulfilsTwice() implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      context.fulfil(promise);
      context.fulfil(promise);
    }
  }

  /** Fulfils what is no promise. */
  record FulfilsNone(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      assertThatThrownBy(() -> context.fulfil(TaskHandle.NONE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("handle 0x0: must be one that promise has returned");
      TaskHandle waits = context.forkAfter(new Counts(), promise);
      assertThatThrownBy(() -> context.fulfil(waits))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is no promise, but a task forked on PE " + context.pe());
      assertThatThrownBy(() -> context.fulfil(new TaskHandle(waits.bits() + 9)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is no promise of this run");
      context.fulfil(promise);
      context.sync();
      assertThatThrownBy(() -> context.fulfil(waits))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is fulfilled twice, or is none");
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldRefuseToFulfilWhatIsNoPromise(int pes, StealPolicy policy) {
    Task<Void> root = context -> context.fork(new FulfilsNone(context.promise())).join();
    assertThat(run(pes, policy, root)).isNull();
  }

  /** Fulfils a promise that an earlier run has left. */
  record FulfilsLate(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      String rule = "a promise is fulfilled once, in the run that made it";
      assertThatThrownBy(() -> context.fulfil(promise))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(rule);
      assertThatThrownBy(() -> context.fulfil(promise, 7L))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(rule);
      assertThatThrownBy(() -> context.value(promise, Long.class))
          .hasMessageContaining("is of no promise that this task comes after");
      context.forkAfter(new Counts(), promise); // which counts as ended
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldRefuseToFulfilAPromiseOfAnEarlierRun(int pes, StealPolicy policy) {
    AtomicReference<TaskHandle> left = new AtomicReference<>(TaskHandle.NONE);
    Jobs.onRuntimes(
        Jobs.options(pes, 1, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          Action leaves = context -> left.set(context.promise());
          assertThatThrownBy(() -> runtime.run(leaves))
              .hasMessageContaining("1 promises are not fulfilled");
          runtime.run(new FulfilsLate(left.get()));
          return runtime.run(new Chain(5));
        });
    assertThat(RAN).hasValue(6);
  }

  /** Passes null where it must not. */
  record PassesNull() implements Action {
    @Override
    public void compute(TaskContext context) {
      requireNamed("promise", () -> context.fulfil(null));
      requireNamed("promise", () -> context.fulfil(null, 1L));
      requireNamed("promise", () -> context.value(null, Long.class));
      requireNamed("type", () -> context.value(context.promise(), null));
      requireNamed("dependencies", () -> context.forkAfter(new Counts(), (TaskHandle[]) null));
      requireNamed("task", () -> context.forkAfter(null));
      requireNamed("task", () -> context.forkAfter(0, null));
      requireNamed("task", () -> context.join((TaskHandle) null));
      requireNamed("task", () -> context.forkAt(0, null));
      requireNamed("task", () -> context.detach(null));
      requireNamed("task", () -> context.detach(0, null));
      requireNamed("tasks", () -> context.forkJoin((Task<?>[]) null));
      requireNamed("task", () -> context.forkJoin(null, new Counts()));
      requireNamed("task", () -> context.forkJoin(new Counts(), null));
    }

    private static void requireNamed(String argument, ThrowingCallable call) {
      assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(argument);
    }
  }

  @Test
  void shouldNameTheArgumentThatIsNull() {
    assertThatThrownBy(() -> run(1, StealPolicy.ONE_SIDED, new PassesNull()))
        .hasMessageContaining("1 promises are not fulfilled");
    assertThat(RAN).as("the chain of another run, and nothing that was refused").hasValue(5);
  }

  /** A value. */
  record Found(String name, @Task.Copied int[] at) {}

  /** A task that gets values of promises, which it does not make. */
  record Gets(TaskHandle found, TaskHandle number, TaskHandle nothing) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      Found value = context.value(found, Found.class);
      assertThat(value.name).isEqualTo("here");
      assertThat(value.at).containsExactly(3, 4);
      assertThat(context.value(nothing, String.class)).isNull();
      assertThatThrownBy(() -> context.value(number, String.class))
          .isInstanceOf(ClassCastException.class)
          .hasMessageContaining("7: no java.lang.String");
      return context.value(number, Long.class);
    }
  }

  /** Makes promises, fulfils them with values, and gets these. */
  record Values() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle found = context.promise();
      TaskHandle number = context.promise();
      TaskHandle nothing = context.promise();
      Gets gets = new Gets(found, number, nothing);
      context.forkAfter(context.space().pes() - 1, gets, found, number, nothing);
      context.fulfil(found, new Found("here", new int[] {3, 4}));
      context.fulfil(number, 7L);
      context.fulfil(nothing, null);
      context.sync();
      context.forkAfter(gets, found, number, nothing);
      assertThatThrownBy(() -> context.fulfil(number, 8L)).hasMessageContaining("fulfilled twice");
      assertThatThrownBy(() -> context.fulfil(number)).hasMessageContaining("fulfilled twice");
      return context.join(context.fork(gets));
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldGetValuesOfPromises(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Values())).isEqualTo(7L);
  }

  /** Asks promises for values that they do not have. */
  record AsksInVain() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle promise = context.promise();
      assertThatThrownBy(() -> context.value(promise, Long.class))
          .hasMessageContaining("fulfilled with a value");
      assertThatThrownBy(() -> context.fulfil(promise, "x".repeat(200)))
          .hasMessageContaining("java.lang.String, has 2")
          .hasMessageContaining("at most 168");
      context.fulfil(promise);
      assertThatThrownBy(() -> context.value(promise, Long.class))
          .hasMessageContaining("fulfilled with a value");
      return 1;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellThatAPromiseHasNoValue(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new AsksInVain())).isEqualTo(1L);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellOfAPromiseThatIsNotFulfilled(int pes, StealPolicy policy) {
    Task<Void> forgets =
        context -> {
          context.promise();
          return null;
        };
    assertThatThrownBy(() -> run(pes, policy, forgets))
        .hasMessageContaining("1 promises are not fulfilled")
        .hasMessageContaining("made at");
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellOfTasksThatWaitForEver(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new Promised(0)))
        .hasMessageContaining("no task runs")
        .hasMessageContaining("RanBefore[count=1]")
        .hasMessageContaining("made at");
    assertThat(RAN).hasValue(5);
  }

  /** Waits for what nobody fulfils, and counts itself if it goes on. */
  record GoesOnAfter(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(promise);
      RAN.incrementAndGet();
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldNotGoOnBeforeWhatItJoinsHasEnded(int pes, StealPolicy policy) {
    Task<Void> waits =
        context -> {
          context.join(context.fork(new GoesOnAfter(context.promise())));
          return null;
        };
    assertThatThrownBy(() -> run(pes, policy, waits))
        .hasMessageContaining("no task runs")
        .hasMessageContaining("a join of a handle by DependencyTest$GoesOnAfter; 1 promises")
        .hasMessageContaining("1 promises are not fulfilled");
    assertThat(RAN).as("went on, and the chain of another run").hasValue(5);
  }

  /** A task that is to fulfil a promise fails, while another waits for that. */
  record FailsToFulfil(boolean joined) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      Forked<Void> fails = context.fork(new Fails());
      if (joined) {
        context.join(promise);
      } else {
        context.join(context.fork(new GoesOnAfter(promise)));
      }
      context.join(fails);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellWhyAPromiseIsNotFulfilled(int pes, StealPolicy policy) {
    for (boolean joined : new boolean[] {true, false}) {
      assertThatThrownBy(() -> run(pes, policy, new FailsToFulfil(joined)))
          .hasMessageContaining("no task runs")
          .hasMessageContaining("as it must");
    }
  }

  /** Two tasks each of which fulfils what the other waits for, below another task. */
  record Cycle() implements Action {
    @Override
    public void compute(TaskContext context) {
      List<TaskHandle> promises = new ArrayList<>(List.of(context.promise(), context.promise()));
      context.forkAfter(new Fulfils(promises.get(1)), promises.get(0));
      context.forkAfter(context.space().pes() - 1, new Fulfils(promises.get(0)), promises.get(1));
    }
  }

  /** A cycle that is forked on another PE, if there is one. */
  record CycleElsewhere() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkAfter(context.space().pes() - 1, new Cycle());
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellOfACycle(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new CycleElsewhere()))
        .hasMessageContaining("2 tasks wait")
        .hasMessageContaining("2 promises are not fulfilled");
    assertThat(RAN).hasValue(5);
  }

  /** More than there is room for. */
  record TooMany() implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle promise = context.promise();
      while (true) {
        context.forkAfter(new Counts(), promise);
      }
    }
  }

  @Test
  void shouldRefuseWhatThereIsNoRoomFor() {
    assertThatThrownBy(() ->
            Jobs.onRuntimes(
                Jobs.options(2, 1, 1).withHeapBytes(4 << 20),
                RuntimeOptions.DEFAULT,
                runtime -> runtime.run(new TooMany())))
        .hasMessageContaining("256 tasks")
        .hasMessageContaining("heap");
  }

  @Test
  void shouldRefuseWhatIsNoHandle() {
    Task<Void> wrong =
        context -> {
          context.forkAfter(new Counts(), new TaskHandle(5));
          return null;
        };
    assertThatThrownBy(() -> run(1, StealPolicy.ONE_SIDED, wrong))
        .hasMessageContaining("handle 0x5");
  }

  /**
   * Waits for handles that another job has left in a file: of a record not used yet, and of none.
   */
  record WaitsForStrangers(long bits) implements Action {
    @Override
    public void compute(TaskContext context) {
      long own = context.forkAfter(new Counts()).bits();
      context.forkAfter(new Counts(), new TaskHandle(own + bits));
    }
  }

  @Test
  void shouldRefuseHandlesOfAnotherJob() {
    for (long bits : List.of(100L, 900_000L)) {
      assertThatThrownBy(() -> run(2, StealPolicy.ONE_SIDED, new WaitsForStrangers(bits)))
          .hasMessageContaining("is of no task or promise of this run");
    }
  }

  /**
   * Forks and joins with handles of records that nothing has taken yet, catches the refusals, and
   * goes on; then forks so many that they need the records of what was refused.
   */
  record GoesOnWithoutStrangers(int refused, int more) implements LongTask {
    private static final int AHEAD = 10;

    @Override
    public long compute(TaskContext context) {
      TaskHandle promise = context.promise();
      TaskHandle own = context.forkAfter(new Counts(), promise);
      for (int i = 0; i < refused; i++) {
        TaskHandle next = context.promise();
        TaskHandle stranger = new TaskHandle(next.bits() + AHEAD);
        TaskHandle other = i == 0 ? own : TaskHandle.NONE; // else all records would wait for it
        assertThatThrownBy(() -> context.forkAfter(new Fails(), next, stranger, other))
            .hasMessageContaining("is of no task or promise of this run");
        assertThatThrownBy(() -> context.join(stranger))
            .hasMessageContaining("is of no task or promise of this run");
        context.fulfil(next);
      }
      for (int i = 0; i < more; i++) {
        context.forkAfter(new Counts(), promise);
      }
      context.fulfil(promise);
      context.sync();
      return RAN.get();
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldLeaveChildrenAloneWhereAHandleIsRefused(int pes, StealPolicy policy) {
    Jobs.onRuntimes(
        Jobs.options(pes, 1, 1).withHeapBytes(4 << 20), // 256 records
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          assertThat(runtime.run(new GoesOnWithoutStrangers(80, 200))).isEqualTo(201L);
          return null;
        });
  }

  /** Makes promises with values, as many as fit, and perhaps does not fulfil the last. */
  record ManyPromises(boolean isLast) implements LongTask {
    private static final int MOST = 256; // of 4 MiB

    @Override
    public long compute(TaskContext context) {
      for (int i = 1; i < MOST; i++) {
        context.fulfil(context.promise(), i);
      }
      TaskHandle last = context.promise();
      if (isLast) {
        context.fulfil(last, MOST);
      }
      return MOST;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldLeaveNothingToTheNextRuntime(int pes, StealPolicy policy) {
    RuntimeOptions options = RuntimeOptions.DEFAULT.withPolicy(policy);
    Temoto.launch(
        Jobs.options(pes, 1, 1).withHeapBytes(4 << 20),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
            assertThatThrownBy(() -> runtime.run(new ManyPromises(false)))
                .hasMessageContaining("1 promises are not fulfilled");
          }
          try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
            assertThat(runtime.run(new Chain(5))).isEqualTo(5L);
            assertThat(runtime.run(new ManyPromises(true))).isEqualTo(256L);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Short", "手", "é"})
  void shouldHaveRoomInARecordForTheNameOfAJoiner(String name) {
    Marshaller marshaller = new Marshaller(_ -> null, getClass().getClassLoader(), 1 << 10);
    MemorySegment record = Arena.ofAuto().allocate(1 << 10);
    Deferrals.Gather gather = Deferrals.Gather.joinedBy(name.repeat(100));
    assertThat(marshaller.write(gather, record, 0, 1 << 10))
        .isPositive()
        .isLessThanOrEqualTo(DependencyRecords.slotCapacity());
  }

  /** Stores a number, and fails, perhaps with its view open. */
  record StoresAndFails(GlobalLongs numbers, boolean closes) implements Action {
    @Override
    public void compute(TaskContext context) {
      LongView view = numbers.localize(Access.WRITE);
      view.set(0, 7);
      view.commit();
      if (closes) {
        view.close();
      }
      throw new IllegalArgumentException("as it must");
    }
  }

  /** Reads what a task has stored whose handle it has joined, in vain. */
  record ReadsWhatFailed(GlobalLongs numbers, boolean closed) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle stores = context.forkAfter(new StoresAndFails(numbers, closed));
      assertThatThrownBy(() -> context.join(stores)).isInstanceOf(TaskException.class);
      try (LongView view = numbers.localize(Access.READ)) {
        return view.get(0);
      } finally {
        assertThatThrownBy(context::sync).isInstanceOf(TaskException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSeeWhatAJoinedTaskStoredBeforeItFailed(boolean closed) {
    Temoto.launch(
        Jobs.options(2, 1, 1)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(SimulationOptions.Schedule.SEEDED)
                        .withRaceChecker(true)),
        space -> {
          GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 1);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            assertThat(runtime.run(new ReadsWhatFailed(numbers, closed))).isEqualTo(7L);
          }
          space.barrier();
        });
  }
}
