package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.lock.GlobalSemaphore;
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
}
