package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Temoto;
import org.temoto.task.marshal.RemoteFailure;

/** Tests of tasks, arguments and PEs that fail. */
@Timeout(60)
class FailureTest {
  record Failing(String message) implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalStateException(message + " on PE " + context.pe());
    }
  }

  record Relay(Failing child) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(child));
    }
  }

  private static void eachPe(
      int pes,
      int workers,
      RuntimeOptions options,
      Task<?> root,
      java.util.function.Consumer<TaskException> check) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        options,
        (space, runtime) -> {
          TaskException failure =
              catchThrowableOfType(TaskException.class, () -> runtime.run(root));
          assertThat(failure).as("on PE %d", space.pe()).isNotNull();
          check.accept(failure);
          assertThat(runtime.<Integer>run(context -> 7))
              .as("a run after a failed one")
              .isEqualTo(7);
        });
  }

  @ParameterizedTest
  @CsvSource({"1,1,0", "1,2,0", "2,1,1"})
  void shouldBringAChildsExceptionToTheJoinerOnce(int pes, int workers, int where) {
    eachPe(
        pes,
        workers,
        Jobs.FORCED,
        (Action) context -> context.join(context.fork(new Failing("broken"))),
        failure -> {
          assertThat(failure.pe()).isEqualTo(where);
          assertThat(failure)
              .hasMessageContaining(Failing.class.getName() + " failed on PE " + where);
          assertThat(failure.getCause())
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("broken on PE " + where);
          assertThat(failure.getCause().getStackTrace()[0].getMethodName()).isEqualTo("compute");
        });
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,2"})
  void shouldPassATaskExceptionThroughFurtherJoinsAsItIs(int pes, int workers) {
    eachPe(
        pes,
        workers,
        Jobs.FORCED,
        (Action) context -> context.join(context.fork(new Relay(new Failing("deep")))),
        failure ->
            assertThat(failure.getCause())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("deep on PE "));
  }

  @Test
  void shouldFailARunWhoseRootThrows() {
    Action root =
        context -> {
          throw new ArithmeticException("in the root");
        };
    eachPe(
        3,
        1,
        RuntimeOptions.DEFAULT,
        root,
        failure -> {
          assertThat(failure.pe()).isZero();
          assertThat(failure) // else each PE counts as one that has failed by itself
              .hasMessageStartingWith("task " + root.getClass().getName() + " failed on PE 0: ");
          assertThat(failure.getCause())
              .isInstanceOf(ArithmeticException.class)
              .hasMessage("in the root");
        });
  }

  private static void addAll(Set<Throwable> all, Throwable thrown) {
    if (thrown != null && all.add(thrown)) {
      addAll(all, thrown.getCause());
      List.of(thrown.getSuppressed()).forEach(each -> addAll(all, each));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldTellOfAFailureOnceThoughEveryPeThrowsIt(int pes) {
    Action root = context -> new Failing("of the root").compute(context);
    Throwable thrown =
        catchThrowable(() ->
            Temoto.launch(
                Jobs.options(pes, 1, 1),
                space -> {
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    runtime.run(root);
                  }
                }));
    Set<Throwable> all = Collections.newSetFromMap(new IdentityHashMap<>());
    addAll(all, thrown);
    assertThat(all)
        .hasSize(2)
        .hasAtLeastOneElementOfType(TaskException.class)
        .hasAtLeastOneElementOfType(IllegalStateException.class);
  }

  /** Cannot be serialized. */
  private static final class Stubborn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"unused", "serial"}) // the point of it
    private final Object thread = Thread.currentThread();
  }

  record ThrowsStubborn() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new Stubborn();
    }
  }

  @Test
  void shouldStandInForAnExceptionThatCannotBeSent() {
    eachPe(
        2,
        1,
        Jobs.FORCED,
        (Action) context -> context.join(context.fork(new ThrowsStubborn())),
        failure -> {
          Throwable last = failure.getCause();
          assertThat(last).isInstanceOf(RemoteFailure.class);
          assertThat(last).hasMessageStartingWith(Stubborn.class.getName());
          assertThat(last.getStackTrace()[0].getMethodName()).isEqualTo("compute");
          assertThat(failure.pe()).isEqualTo(1);
        });
  }

  /** Throws when it is asked for its message, cause or stack trace, or for its text. */
  private static final class Untellable extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int kind;

    Untellable(int kind) {
      super("kind " + kind, null);
      this.kind = kind;
    }

    private <T> T tell(int asked, T answer) {
      if (asked == kind) {
        throw new IllegalStateException("not told");
      }
      return answer;
    }

    @Override
    public String getMessage() {
      return tell(0, super.getMessage());
    }

    @Override
    public synchronized Throwable getCause() {
      return tell(1, super.getCause());
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      return tell(2, super.getStackTrace());
    }

    @Override
    public String toString() {
      return tell(3, super.toString());
    }
  }

  record ThrowsUntellable(int kind) implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new Untellable(kind);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldStandInForWhatThrowsWhenItIsAskedWhatItIs(int kind) {
    for (RuntimeOptions options : List.of(RuntimeOptions.DEFAULT, Jobs.FORCED)) {
      for (Action root :
          List.<Action>of(
              new ThrowsUntellable(kind),
              context -> context.join(context.fork(new ThrowsUntellable(kind))))) {
        eachPe(
            2,
            1,
            options,
            root,
            failure -> {
              assertThat(failure.getCause()).isInstanceOf(RemoteFailure.class);
              assertThat(((RemoteFailure) failure.getCause()).className())
                  .isEqualTo(Untellable.class.getName());
            });
      }
    }
  }

  private static final AtomicInteger STARTED = new AtomicInteger();

  record Counting() implements Action {
    @Override
    public void compute(TaskContext context) {
      STARTED.incrementAndGet();
    }
  }

  @Test
  void shouldCancelSiblingsThatHaveNotStarted() {
    STARTED.set(0);
    eachPe(
        1,
        1,
        RuntimeOptions.DEFAULT,
        (Action)
            context -> {
              for (int i = 0; i < 10; i++) {
                context.fork(new Counting());
              }
              context.join(context.fork(new Failing("last")));
            },
        failure -> assertThat(failure.getCause()).hasMessage("last on PE 0"));
    assertThat(STARTED.get()).isZero();
  }

  /** Fails after the other of two has begun: what has not may be cancelled. */
  record FailingTogether(String message) implements Action {
    @Override
    public void compute(TaskContext context) {
      STARTED.incrementAndGet();
      while (STARTED.get() < 2) {
        Thread.onSpinWait();
      }
      throw new IllegalStateException(message);
    }
  }

  @Test
  void shouldSuppressFurtherFailuresInTheFirst() {
    STARTED.set(0);
    eachPe(
        1,
        2,
        Jobs.FORCED,
        (Action)
            context -> {
              context.fork(new FailingTogether("one")); // goes to the other worker
              context.forkJoin(new FailingTogether("two"));
            },
        failure -> {
          assertThat(failure.getSuppressed()).hasSize(1);
          assertThat(
                  List.of(
                      failure.getCause().getMessage(),
                      failure.getSuppressed()[0].getCause().getMessage()))
              .containsExactlyInAnyOrder("one", "two");
        });
  }

  @Test
  void shouldReportAFailureThatNobodyJoins() {
    eachPe(
        2,
        1,
        Jobs.EAGER,
        (Action) context -> context.fork(new Failing("forgotten")),
        failure -> assertThat(failure.getCause()).hasMessageStartingWith("forgotten on PE "));
  }

  @Test
  void shouldLetATaskGoOnAfterAFailureThatItCaught() {
    String got =
        Jobs.onRuntimes(
            Jobs.options(2, 1, 1),
            Jobs.EAGER,
            runtime ->
                runtime.run(context -> {
                  Forked<Void> child = context.fork(new Failing("caught"));
                  try {
                    context.join(child);
                    return "no failure";
                  } catch (TaskException e) {
                    return e.getCause().getMessage().substring(0, 6);
                  }
                }));
    assertThat(got).isEqualTo("caught");
  }

  // --- refusals

  record Holds(Object value) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1"})
  void shouldRefuseAtTheForkWhatCannotBeMarshalled(int pes, int workers) {
    eachPe(
        pes,
        workers,
        RuntimeOptions.DEFAULT,
        (Action) context -> context.fork(new Holds(Map.of())),
        failure ->
            assertThat(failure.getCause())
                .isInstanceOf(GasException.class)
                .hasMessageContaining("component \"value\" of " + Holds.class.getName()));
  }

  record BadResult() implements Task<Object> {
    @Override
    public Object run(TaskContext context) {
      return new java.util.concurrent.atomic.AtomicInteger();
    }
  }

  @Test
  void shouldFailATaskWhoseResultCannotBeMarshalled() {
    eachPe(
        2,
        1,
        Jobs.FORCED,
        (Action) context -> context.join(context.fork(new BadResult())),
        failure ->
            assertThat(failure.getCause())
                .isInstanceOf(GasException.class)
                .hasMessageContaining("the result of task " + BadResult.class.getName())
                .hasMessageContaining("java.util.concurrent.atomic.AtomicInteger"));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1"})
  void shouldFailARunWhoseResultCannotBeMarshalledOnEveryPe(int pes, int workers) {
    eachPe(
        pes,
        workers,
        RuntimeOptions.DEFAULT,
        new BadResult(),
        failure -> {
          assertThat(failure)
              .hasMessageStartingWith("task " + BadResult.class.getName() + " failed");
          assertThat(failure.getCause()).isInstanceOf(GasException.class);
        });
  }

  record LeavesOpen(GlobalRange range) implements Action {
    @Override
    @SuppressWarnings("resource") // the point of it
    public void compute(TaskContext context) {
      range.localize(Access.READ);
    }
  }

  @Test
  void shouldFailATaskThatLeavesAViewOpen() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1),
        Jobs.FORCED,
        (space, runtime) -> {
          GlobalRange range = space.allocate("small", 100).whole();
          assertThatThrownBy(() ->
                  runtime.run(
                      (Action) context -> context.join(context.fork(new LeavesOpen(range)))))
              .isInstanceOf(TaskException.class)
              .cause()
              .hasMessageContaining(LeavesOpen.class.getName())
              .hasMessageContaining("1 left open, READ view [0, 100) of memory \"small\"");
        });
  }

  @Test
  void shouldRefuseAJoinByAnotherTask() {
    eachPe(
        1,
        1,
        RuntimeOptions.DEFAULT,
        (Action)
            context -> {
              Forked<Void> mine = context.fork(new Counting());
              LEAKED.set(mine);
              context.forkJoin(new JoinsLeaked());
            },
        failure ->
            assertThat(failure.getCause())
                .hasMessageContaining("must be joined by the task that forked it"));
  }

  private static final AtomicReference<Forked<Void>> LEAKED = new AtomicReference<>();

  record JoinsLeaked() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(LEAKED.get());
    }
  }

  // --- the end of the job

  @Test
  void shouldEndTheJobWhenAPesProgramThrows() {
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(3, 2, 1),
                RuntimeOptions.DEFAULT,
                (space, runtime) -> {
                  if (space.pe() == 2) {
                    throw new IllegalStateException("program of PE 2");
                  }
                  runtime.run(context -> 1);
                }))
        .hasMessageContaining("program of PE 2");
  }

  record Endless() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(new Endless()));
    }
  }

  @Test
  void shouldEndTheJobWhenTasksRecurseForEver() {
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(1, 1, 1),
                RuntimeOptions.DEFAULT,
                (space, runtime) -> runtime.run(new Endless())))
        .satisfies(e ->
            assertThat(
                    e instanceof StackOverflowError || e.getCause() instanceof StackOverflowError)
                .isTrue());
  }

  /**
   * Fails between fork and join, with views that together do not fit into the cache: those before
   * the fork have been evicted.
   */
  record FailsWithFullCache(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      long half = memory.byteSize() / 2;
      memory.localize(0, half, Access.READ);
      context.fork(new Failing("child"));
      memory.localize(half, half, Access.READ);
      throw new IllegalStateException("parent");
    }
  }

  /** A cache of 8 pages. */
  private static GasOptions tight() {
    return Jobs.options(1, 1, 1)
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withCacheBytes(8L * GasOptions.MIN_PAGE_SIZE)
        .with(EngineOptions.DEFAULT, engine -> engine.without(EngineOptions.Feature.ALIASING));
  }

  @Test
  void shouldFailTheTaskOnlyWhenItsFrozenViewsHaveNoRoomAnyMore() {
    Jobs.eachPe(
        tight(),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalMemory memory = space.allocate("twice the cache", 16L * GasOptions.MIN_PAGE_SIZE);
          assertThatThrownBy(() -> runtime.run(new FailsWithFullCache(memory)))
              .isInstanceOf(TaskException.class)
              .cause()
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("parent");
          assertThat(runtime.<Integer>run(context -> 7))
              .as("a run after a failed one")
              .isEqualTo(7);
          memory.close();
        });
  }

  /** Way in which a task joins its children, first in vain, then again. */
  enum Joined {
    ON_TOP {
      @Override
      void join(TaskContext context, List<Forked<Void>> children, boolean again) {
        if (again) {
          context.sync(); // the child has been dropped
        } else {
          context.join(children.getLast());
          context.join(children.getFirst());
        }
      }
    },
    BELOW_ANOTHER {
      @Override
      void join(TaskContext context, List<Forked<Void>> children, boolean again) {
        context.join(children.getFirst());
      }
    },
    ALL {
      @Override
      void join(TaskContext context, List<Forked<Void>> children, boolean again) {
        context.sync();
      }
    };

    abstract void join(TaskContext context, List<Forked<Void>> children, boolean again);
  }

  /**
   * Goes on though its frozen view, which has been evicted, has no room when the last child has
   * ended.
   */
  record GoesOnWithFullCache(GlobalMemory memory, Joined joined, boolean commits)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      long half = memory.byteSize() / 2;
      try (LocalView first = memory.localize(0, half, Access.READ_WRITE)) {
        first.segment().fill((byte) 7);
        if (commits) {
          first.commit();
        }
        List<Forked<Void>> children =
            List.of(context.fork(new Counting()), context.fork(new Counting()));
        try (LocalView _ = memory.localize(half, half, Access.READ)) {
          assertThatThrownBy(() -> joined.join(context, children, false))
              .isInstanceOf(RefusedException.class);
          if (commits) {
            assertThatThrownBy(first::commit).isInstanceOf(IllegalStateException.class);
          }
        }
        joined.join(context, children, true);
        assertThat(first.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
        first.segment().set(ValueLayout.JAVA_BYTE, 1, (byte) 8);
        if (commits) {
          first.commit();
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ON_TOP,EXPLICIT",
    "BELOW_ANOTHER,EXPLICIT",
    "ALL,EXPLICIT",
    "ON_TOP,AUTOMATIC",
    "BELOW_ANOTHER,AUTOMATIC",
    "ALL,AUTOMATIC"
  })
  void shouldBringViewsBackThatHadNoRoomAtAJoin(Joined joined, Coherence coherence) {
    Jobs.eachPe(
        tight().withCoherence(coherence),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalMemory memory = space.allocate("twice the cache", 16L * GasOptions.MIN_PAGE_SIZE);
          runtime.run(new GoesOnWithFullCache(memory, joined, coherence == Coherence.EXPLICIT));
          try (LocalView view = memory.localize(0, 8, Access.READ)) {
            byte[] bytes = view.segment().toArray(ValueLayout.JAVA_BYTE);
            assertThat(bytes).containsExactly(7, 8, 7, 7, 7, 7, 7, 7);
          }
          memory.close();
        });
  }

  /** Goes on though the views that were open at its {@code forkJoin} have no room together. */
  record EndsNoneTogether(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      long half = memory.byteSize() / 2;
      try (LocalView _ = memory.localize(0, half, Access.READ)) {
        Forked<Void> before = context.fork(new Counting());
        try (LocalView _ = memory.localize(half, half, Access.READ)) {
          assertThatThrownBy(() -> context.join(before)).isInstanceOf(RefusedException.class);
          assertThatThrownBy(() -> context.forkJoin(new Counting()))
              .isInstanceOf(RefusedException.class);
        }
        assertThat(((Frame) context).endingFrom)
            .as("children that are forked now do not end together")
            .isEqualTo(Frame.NONE_ENDING);
      }
    }
  }

  @Test
  void shouldEndNoChildrenTogetherAfterARefusedForkJoin() {
    Jobs.eachPe(
        tight(),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalMemory memory = space.allocate("twice the cache", 16L * GasOptions.MIN_PAGE_SIZE);
          runtime.run(new EndsNoneTogether(memory));
          memory.close();
        });
  }

  record WaitsFor(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth == 0) {
        throw new OutOfMemoryError("pretended");
      }
      context.join(context.fork(new WaitsFor(depth - 1)));
    }
  }

  @Test
  void shouldEndTheJobUnderSuspendedJoins() {
    assertThatThrownBy(() ->
            Jobs.eachPe(
                Jobs.options(2, 2, 1),
                Jobs.FORCED,
                (space, runtime) -> runtime.run(new WaitsFor(20))))
        .satisfies(e ->
            assertThat(e instanceof OutOfMemoryError || e.getCause() instanceof OutOfMemoryError)
                .isTrue());
  }

  @Test
  void shouldRefuseARunAfterClose() {
    Temoto.launch(
        Jobs.options(2, 1, 1),
        space -> {
          TaskRuntime runtime = TaskRuntime.start(space);
          runtime.close();
          runtime.close();
          assertThatThrownBy(() -> runtime.run(context -> 1))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
        });
  }
}
