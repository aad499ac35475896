package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.task.RuntimeOptions.StealPolicy;

/**
 * Tests of tasks that go on until they are cancelled, on the worker of a strand that could go on
 * and would tell of what they are to be cancelled for.
 */
@Timeout(100)
class GiveWayTest {
  private static final long SHARE_NANOS = 100_000;

  private static final AtomicBoolean FIRST = new AtomicBoolean();
  private static final AtomicBoolean SECOND = new AtomicBoolean();
  private static final AtomicBoolean FED = new AtomicBoolean();
  private static final AtomicBoolean CAUGHT = new AtomicBoolean();

  private static final AtomicInteger HANDED = new AtomicInteger();

  /** Way in which a task waits for another that has found something, or before it finds it. */
  enum Wait {
    JOIN,
    SCOPE,
    HANDLE,
    /** For two, of which the other one ends first. */
    SYNC,
    /** For each of two in turn. */
    JOINS,
    /** For one that only ends. */
    FIND
  }

  @BeforeEach
  void begin() {
    FIRST.set(false);
    SECOND.set(false);
    FED.set(false);
    CAUGHT.set(false);
  }

  /** Goes on until it is cancelled. */
  record Endless() implements Action {
    @Override
    public void compute(TaskContext context) {
      FED.set(true);
      while (true) {
        context.attend();
      }
    }
  }

  /** The same, and neither forks nor attends. */
  record EndlessPromises() implements Action {
    @Override
    public void compute(TaskContext context) {
      FED.set(true);
      while (true) {
        context.fulfil(context.promise());
      }
    }
  }

  /** Finds something when another task has caught a failure, and goes on. */
  record FindsThen() implements Action {
    @Override
    public void compute(TaskContext context) {
      FED.set(true);
      while (!CAUGHT.get()) {
        context.attend();
      }
      throw context.found(42);
    }
  }

  /** Forks a task for the worker that has nothing to do while it waits for others. */
  record Feeds(Task<?> task) implements Action {
    @Override
    public void compute(TaskContext context) {
      while (!FIRST.get()) {
        context.attend();
      }
      context.fork(task);
      while (!FED.get()) {
        context.share(SHARE_NANOS);
      }
    }
  }

  /** Finds something, once the worker of the task that waits has been fed. */
  record Finds() implements Action {
    @Override
    public void compute(TaskContext context) {
      SECOND.set(true);
      awaitFed(context);
      throw context.found(42);
    }
  }

  /** Fails then. */
  record Fails() implements Action {
    @Override
    public void compute(TaskContext context) {
      FIRST.set(true);
      awaitFed(context);
      throw new IllegalStateException("caught");
    }
  }

  /** Ends then. */
  record Ends() implements Action {
    @Override
    public void compute(TaskContext context) {
      FIRST.set(true);
      awaitFed(context);
    }
  }

  private static void awaitFed(TaskContext context) {
    while (!FED.get()) {
      context.attend();
    }
  }

  private static void share(TaskContext context, AtomicBoolean until) {
    while (!until.get()) {
      context.share(SHARE_NANOS);
    }
  }

  /** Waits for tasks that other workers run. */
  record Waits(Wait way) implements Action {
    @Override
    public void compute(TaskContext context) {
      switch (way) {
        case JOIN -> {
          Forked<Void> child = context.fork(new Finds());
          begun(context);
          context.join(child);
        }
        case SCOPE -> {
          try (Scope scope = context.scope()) {
            Forked<Void> child = scope.fork(new Finds());
            begun(context);
            scope.join(child);
          }
        }
        case HANDLE -> {
          TaskHandle child = context.forkAfter(new Finds());
          begun(context);
          context.join(child);
        }
        case SYNC -> {
          context.fork(new Finds());
          share(context, SECOND);
          context.fork(new Ends());
          share(context, FIRST);
          context.sync();
        }
        case JOINS -> {
          Forked<Void> finds = context.fork(new Finds());
          share(context, SECOND);
          Forked<Void> ends = context.fork(new Ends());
          share(context, FIRST);
          context.join(ends);
          context.join(finds);
        }
        case FIND -> {
          Forked<Void> child = context.fork(new Ends());
          share(context, FIRST);
          context.join(child);
          throw context.found(42);
        }
      }
    }

    private static void begun(TaskContext context) {
      share(context, SECOND);
      FIRST.set(true);
    }
  }

  /** Waits for a child that fails, and goes on until it is cancelled. */
  record Catches() implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new Fails());
      share(context, FIRST);
      try {
        context.join(child);
      } catch (TaskException e) {
        CAUGHT.set(true);
      }
      while (true) {
        context.attend();
      }
    }
  }

  /** The oldest task is the one that feeds the worker, which another takes. */
  record Searches(Task<?> waits, Task<?> feeds) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return context.search(waits, feeds).orElseThrow();
    }
  }

  private static <R> R run(int pes, int workers, StealPolicy policy, Task<R> root) {
    return Jobs.onRuntimes(
        Jobs.options(pes, workers, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> runtime.run(root));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1, ONE_SIDED, JOIN",
    "3, 1, REQUEST, JOIN",
    "1, 3, ONE_SIDED, JOIN",
    "3, 1, ONE_SIDED, SCOPE",
    "1, 3, ONE_SIDED, SCOPE",
    "3, 1, ONE_SIDED, HANDLE",
    "3, 1, REQUEST, HANDLE",
    "1, 3, ONE_SIDED, HANDLE",
    "4, 1, ONE_SIDED, SYNC",
    "1, 4, ONE_SIDED, SYNC",
    "4, 1, ONE_SIDED, JOINS",
    "3, 1, ONE_SIDED, FIND",
    "3, 1, REQUEST, FIND",
    "1, 3, ONE_SIDED, FIND"
  })
  void shouldGiveWayToTheTaskThatTellsWhatIsFound(
      int pes, int workers, StealPolicy policy, Wait way) {
    Task<Long> root = new Searches(new Waits(way), new Feeds(new Endless()));
    assertThat(run(pes, workers, policy, root)).isEqualTo(42L);
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "1, 3"})
  void shouldGiveWayBetweenPromises(int pes, int workers) {
    Task<Long> root = new Searches(new Waits(Wait.JOIN), new Feeds(new EndlessPromises()));
    assertThat(run(pes, workers, StealPolicy.ONE_SIDED, root)).isEqualTo(42L);
  }

  @ParameterizedTest
  @CsvSource({"3, 1, ONE_SIDED", "3, 1, REQUEST", "1, 3, ONE_SIDED"})
  void shouldGetTheWorkerBack(int pes, int workers, StealPolicy policy) {
    Task<Long> root = new Searches(new Catches(), new Feeds(new FindsThen()));
    assertThat(run(pes, workers, policy, root)).isEqualTo(42L);
  }

  /** Finds something once the worker has been fed, though nothing is forked. */
  record FindsBelow() implements Action {
    @Override
    public void compute(TaskContext context) {
      share(context, FED);
      throw context.found(7);
    }
  }

  /** Waits for a child that goes on until it is cancelled. */
  record WaitsInVain() implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new Goes());
      share(context, FIRST);
      context.join(child);
    }
  }

  /** Goes on until it is cancelled; has begun. */
  record Goes() implements Action {
    @Override
    public void compute(TaskContext context) {
      FIRST.set(true);
      while (true) {
        context.attend();
      }
    }
  }

  /** Searches below another search: what it cancels has to end before that one knows. */
  record SearchesBelow() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw context.found(context.search(new FindsBelow(), new WaitsInVain()).orElseThrow() + 1);
    }
  }

  @ParameterizedTest
  @EnumSource(StealPolicy.class)
  void shouldGiveWayToACancelledTask(StealPolicy policy) {
    Task<Long> root = new Searches(new SearchesBelow(), new Feeds(new Endless()));
    assertThat(run(4, 1, policy, root)).isEqualTo(8L);
    begin();
    assertThat(run(1, 4, policy, root)).isEqualTo(8L);
  }

  /** Hands a permit on for each that it gets, until it is cancelled. */
  record Hands(GlobalSemaphore gets, GlobalSemaphore gives) implements Action {
    @Override
    public void compute(TaskContext context) {
      while (true) {
        gets.acquire(1);
        gives.release(1);
        HANDED.incrementAndGet();
      }
    }
  }

  /** Has the others begin, and finds something when they have done so, and gone on, often. */
  record FindsLater(GlobalSemaphore gives) implements Action {
    @Override
    public void compute(TaskContext context) {
      gives.release(1);
      while (HANDED.get() < 100) {
        context.attend();
      }
      throw context.found(42);
    }
  }

  /** Searches, on one worker, beside tasks of which always one can go on. */
  record SearchesBeside(GlobalSemaphore one, GlobalSemaphore other) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return context
          .search(new Hands(one, other), new FindsLater(one), new Hands(other, one))
          .orElseThrow();
    }
  }

  @Test
  void shouldGetTheWorkerBackFromTasksThatWakeEachOther() {
    HANDED.set(0);
    Jobs.eachPe(
        Jobs.options(1, 1, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalSemaphore one = GlobalSemaphore.create(space, "one", 0);
          GlobalSemaphore other = GlobalSemaphore.create(space, "other", 0);
          assertThat(runtime.<Long>run(new SearchesBeside(one, other))).isEqualTo(42L);
        });
  }
}
