package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.RuntimeOptions.StealPolicy;

/**
 * Tests of workers so many of whose strands wait that they begin no task: others run what they
 * have.
 */
@Timeout(100)
class FullWorkersTest {
  /** As many strands as wait at most before a worker begins no more. */
  private static final int MOST = 256;

  private static final AtomicInteger BEGUN = new AtomicInteger();
  private static final AtomicInteger KEPT = new AtomicInteger();

  /** PE that runs a child that fails; number of its siblings that have been told to stop. */
  private static final AtomicInteger PLACE = new AtomicInteger();

  private static final AtomicInteger STOPPED = new AtomicInteger();

  @BeforeEach
  void forget() {
    BEGUN.set(0);
    KEPT.set(0);
  }

  /** Waits for a permit; the last to begin gives one to each of the others. */
  record Waits(GlobalSemaphore given, int tasks) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (BEGUN.incrementAndGet() == tasks) {
        given.release(tasks - 1);
      } else {
        given.acquire(1);
      }
    }
  }

  /** Forks what waits, all of it as children that any worker may run. */
  record Flat(GlobalSemaphore given, int tasks) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < tasks; i++) {
        context.fork(new Waits(given, tasks));
      }
    }
  }

  /** Forks what waits at home on PE 0, the last when the others have begun. */
  record AtHome(GlobalSemaphore given, int tasks) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 1; i < tasks; i++) {
        context.forkAfter(0, new Waits(given, tasks));
      }
      while (context.pe() != 0 && BEGUN.get() < tasks - 1) {
        context.attend();
      }
      context.forkAfter(0, new Waits(given, tasks));
    }
  }

  private static void run(
      int pes, int workers, StealPolicy policy, int tasks, Function<GlobalSemaphore, Action> root) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        (space, runtime) -> {
          GlobalSemaphore given = GlobalSemaphore.create(space, "given", 0);
          runtime.run(root.apply(given));
          assertThat(runtime.<Long>run((LongTask) context -> 1)).isEqualTo(1);
          assertThat(Leftovers.of(runtime)).isEmpty();
          space.barrier();
          given.close();
        });
    assertThat(BEGUN).hasValue(tasks);
  }

  static Stream<Arguments> many() {
    return Stream.of(StealPolicy.values())
        .flatMap(policy ->
            Stream.of(
                Arguments.of(1, 6, policy, 1200),
                Arguments.of(2, 3, policy, 700),
                Arguments.of(2, 1, policy, 384)));
  }

  /** More than the worker that forks them begins, and fewer than all do. */
  @ParameterizedTest
  @MethodSource("many")
  void shouldRunWhatStrandsThatWaitHaveLeft(int pes, int workers, StealPolicy policy, int tasks) {
    run(pes, workers, policy, tasks, given -> new Flat(given, tasks));
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunElsewhereWhatBecameReadyAtHome(StealPolicy policy) {
    int tasks = MOST + 44;
    run(2, 1, policy, tasks, given -> new AtHome(given, tasks));
  }

  /** With the root's own strand so many wait that the last is not begun where it is sent. */
  @ParameterizedTest
  @EnumSource
  void shouldRunElsewhereWhatWasSentHome(StealPolicy policy) {
    run(2, 1, policy, MOST, given -> context -> context.forkAfter(1, new AtHome(given, MOST)));
  }

  record Large(@Task.Copied byte[] bytes) implements Action {
    @Override
    public void compute(TaskContext context) {
      assertThat(bytes).hasSize(2_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunElsewhereWhatIsAtHomeBeforeTasksThatAreLarge(StealPolicy policy) {
    int tasks = MOST + 44;
    run(
        2,
        1,
        policy,
        tasks,
        given ->
            context -> {
              for (int i = 0; i < tasks; i++) {
                context.forkAfter(0, new Waits(given, tasks));
              }
              for (int i = 0; i < 3; i++) { // more than a worker holds
                context.forkAfter(0, new Large(new byte[2_000]));
              }
            });
  }

  /** Gives all permits; too large for a slot. */
  record Gives(GlobalSemaphore given, @Task.Copied byte[] bytes) implements Action {
    @Override
    public void compute(TaskContext context) {
      given.release(MOST);
    }
  }

  /** Waits; the last to begin forks first what gives the permits. */
  record WaitsForLarge(GlobalSemaphore given) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (BEGUN.incrementAndGet() == MOST) {
        context.forkAfter(new Gives(given, new byte[2_000]));
      }
      given.acquire(1);
    }
  }

  /** Keeps a worker until so many have begun. */
  record Keeps() implements Action {
    @Override
    public void compute(TaskContext context) {
      KEPT.set(1);
      while (BEGUN.get() < MOST) {
        context.attend();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldLeaveLargeTasksToOtherWorkersOfThePe(StealPolicy policy) {
    run(
        1,
        2,
        policy,
        MOST,
        given ->
            context -> {
              context.fork(new Keeps());
              while (KEPT.get() == 0) {
                context.attend();
              }
              for (int i = 0; i < MOST; i++) {
                context.fork(new WaitsForLarge(given));
              }
            });
  }

  /** So many wait that with the root's own strand a worker begins no more. */
  private static final int FILL = MOST - 1;

  /**
   * Bytes that fill the overflow area of a heap of 64 MiB, but for less than another task needs.
   */
  private static final int AREA = (2 << 20) - 1_500;

  /** Gives {@code permits} and, once one has come, fulfils the promise; marshalled to any size. */
  record Leaving(GlobalSemaphore given, TaskHandle promise, int permits, @Task.Copied byte[] bytes)
      implements Action {
    static Leaving large(GlobalSemaphore given, TaskHandle promise) {
      return new Leaving(given, promise, 0, new byte[4_000]);
    }

    @Override
    public void compute(TaskContext context) {
      if (permits > 0) {
        given.release(permits);
        while (KEPT.get() == 0) {
          RuntimeSupport.of(context.space()).processingElement().strands().yield();
        }
        context.fulfil(promise);
      }
    }
  }

  /** Lets its forker go on, and ends when that has begun to join it. */
  record Lets(GlobalSemaphore own) implements Action {
    @Override
    public void compute(TaskContext context) {
      own.release(1);
      for (int yields = 0; yields < 3_000; yields += KEPT.get()) {
        RuntimeSupport.of(context.space()).processingElement().strands().yield();
      }
    }
  }

  /** Lets its forker go on, and fails when that has begun to join it and another. */
  record FailsLate(Lets lets) implements Action {
    @Override
    public void compute(TaskContext context) {
      PLACE.set(context.pe());
      lets.compute(context);
      throw new IllegalStateException("as it must");
    }
  }

  /** Lets its forker go on, and gives when it is told to stop, or after long. */
  record GivesWhenStopped(GlobalSemaphore given, GlobalSemaphore own, TaskHandle promise)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      own.release(1);
      try {
        for (int yields = 0; yields < 1_000_000; yields += KEPT.get()) {
          context.attend();
          RuntimeSupport.of(context.space()).processingElement().strands().yield();
        }
      } catch (TaskCancelledException stop) {
        STOPPED.incrementAndGet();
        throw stop;
      } finally {
        given.release(FILL - 1);
        context.fulfil(promise);
      }
    }
  }

  /** The task that ends the waits. */
  enum Giver {
    NONE,
    CHILD,
    PARENT,
    STOPPED
  }

  /** Waits, with children of its own besides those of the task that has forked it. */
  record WaitsAbove(GlobalSemaphore given, GlobalSemaphore own, TaskHandle promise, Giver giver)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < 3; i++) {
        context.fork(Leaving.large(given, promise));
      }
      if (giver == Giver.PARENT) {
        Forked<Void> child = context.fork(new Lets(own));
        own.acquire(1);
        KEPT.set(1);
        context.join(child);
        given.release(FILL - 1);
        context.fulfil(promise);
        return;
      }
      if (giver == Giver.STOPPED) {
        context.fork(new FailsLate(new Lets(own)));
        own.acquire(1);
        context.forkAfter(3 - PLACE.get(), new GivesWhenStopped(given, own, promise));
        own.acquire(1);
        KEPT.set(1);
        assertThatThrownBy(context::sync).hasMessageContaining("as it must");
        return;
      }
      if (giver == Giver.CHILD) {
        context.fork(new Leaving(given, promise, FILL, new byte[0]));
      }
      given.acquire(1);
      KEPT.set(1);
    }
  }

  /**
   * Waits on PE 0; the last two to begin leave tasks that get no room, and the last forks one more,
   * which gives.
   */
  record Leaves(GlobalSemaphore given, GlobalSemaphore own, TaskHandle promise, Giver giver)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      if (context.pe() != 0) {
        context.detach(0, this);
        return;
      }
      int begun = BEGUN.incrementAndGet();
      if (begun > FILL - 2) {
        context.fork(Leaving.large(given, promise));
      }
      if (begun == FILL) {
        context.join(context.fork(new WaitsAbove(given, own, promise, giver)));
      } else {
        given.acquire(1);
      }
    }
  }

  /** Waits, and so fills the overflow area, for what is left when the worker begins no more. */
  private static void leave(long seed, StealPolicy policy, Giver giver) {
    BEGUN.set(0);
    KEPT.set(0);
    GasOptions seeded =
        Jobs.options(giver == Giver.STOPPED ? 3 : 2, 1, seed)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withSchedule(SimulationOptions.Schedule.SEEDED));
    Jobs.eachPe(
        seeded,
        RuntimeOptions.DEFAULT.withPolicy(policy).withTimeoutNanos(20_000_000_000L),
        (space, runtime) -> {
          GlobalSemaphore given = GlobalSemaphore.create(space, "given", 0);
          GlobalSemaphore own = GlobalSemaphore.create(space, "own", 0);
          runtime.run(
              (Action)
                  context -> {
                    TaskHandle promise = context.promise();
                    context.forkAfter(new Leaving(given, promise, 0, new byte[AREA]), promise);
                    for (int i = 0; i < FILL; i++) {
                      context.detach(0, new Leaves(given, own, promise, giver));
                    }
                  });
          assertThat(runtime.<Long>run((LongTask) context -> 1)).isEqualTo(1);
          assertThat(Leftovers.of(runtime)).isEmpty();
          space.barrier();
          own.close();
          given.close();
        });
  }

  private static Stream<Arguments> givers() {
    return Stream.of(StealPolicy.values())
        .flatMap(policy ->
            Stream.of(Giver.CHILD, Giver.PARENT).map(giver -> Arguments.of(policy, giver)));
  }

  /** The parent waits for a child that was taken before older ones, which get no room. */
  @ParameterizedTest
  @MethodSource("givers")
  void shouldGiveAwayWhatIsBehindTasksThatGetNoRoom(StealPolicy policy, Giver giver) {
    for (int seed = 0; seed < 4; seed++) {
      leave(seed, policy, giver);
      assertThat(BEGUN).as("seed %d", seed).hasValue(FILL);
    }
  }

  /** The parent waits for room for older tasks before it waits for what gives it. */
  @ParameterizedTest
  @EnumSource
  void shouldStopSiblingsOfAFailureBehindTasksThatGetNoRoom(StealPolicy policy) {
    for (int seed = 0; seed < 4; seed++) {
      STOPPED.set(0);
      leave(seed, policy, Giver.STOPPED);
      assertThat(STOPPED).as("seed %d", seed).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellThatNothingGoesOnWhereWhatIsLeftGetsNoRoom(StealPolicy policy) {
    for (int seed = 0; seed < 4; seed++) {
      int current = seed;
      assertThatThrownBy(() -> leave(current, policy, Giver.NONE))
          .as("seed %d", seed)
          .hasMessageContaining("no task runs, and ")
          .hasMessageContaining(
              "tasks that wait leave no room for those to give away in the overflow")
          .hasMessageContaining("(heapBytes), of worker 0 of PE 0");
    }
  }

  /** The forker's worker has too few join cells for all that the others could begin. */
  @ParameterizedTest
  @EnumSource
  void shouldSayThatAWorkerHasNoMoreJoinCells(StealPolicy policy) {
    int tasks = 3 * MOST + 40;
    GasOptions seeded =
        Jobs.options(2, 2, 1)
            .with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withSchedule(SimulationOptions.Schedule.SEEDED));
    assertThatThrownBy(() ->
            Jobs.eachPe(
                seeded,
                RuntimeOptions.DEFAULT.withPolicy(policy),
                (space, runtime) ->
                    runtime.run(new Flat(GlobalSemaphore.create(space, "given", 0), tasks))))
        .hasMessageContaining("no task runs, and tasks wait for locks or semaphores (")
        .hasMessageContaining("too many tasks have been given away (256 per worker) by worker ");
    assertThat(BEGUN.get()).isBetween(2 * MOST, tasks - 1);
  }
}
