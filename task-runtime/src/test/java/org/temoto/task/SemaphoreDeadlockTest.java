package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.CollectiveRequest;

/**
 * Tests of waits for semaphores that nobody is left to release: they are told, and no others are.
 */
@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SemaphoreDeadlockTest {
  record Wait(GlobalSemaphore never) implements Action {
    @Override
    public void compute(TaskContext context) {
      never.acquire(1);
    }
  }

  /** Forks so many that wait, and waits itself. */
  record Waits(GlobalSemaphore never, int children) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < children; i++) {
        context.fork(new Wait(never));
      }
      never.acquire(1);
    }
  }

  private static void waitInVain(GasOptions options, RuntimeOptions runtimeOptions, int children) {
    Temoto.launch(
        options,
        space -> {
          GlobalSemaphore never = GlobalSemaphore.create(space, "never", 0);
          try (TaskRuntime runtime = TaskRuntime.start(space, runtimeOptions)) {
            runtime.run(new Waits(never, children));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldTellThatNoTaskIsLeftToReleaseASemaphore(Schedule schedule) {
    for (int seed = 0; seed < (schedule == Schedule.SEEDED ? LockDeadlockTest.SEEDS : 2); seed++) {
      GasOptions options = LockDeadlockTest.options(schedule, seed).withPes(1 + seed % 4);
      int children = seed % 6;
      assertThatThrownBy(() -> waitInVain(options, RuntimeOptions.DEFAULT, children))
          .as("seed %d", seed)
          .isInstanceOf(GasException.class)
          .hasMessageContaining(
              "no task runs, and tasks wait for locks or semaphores (" + (children + 1))
          .hasMessageContaining("): PE 0 for semaphore \"never\"")
          .hasMessageContaining("PE 0 is at Wait");
    }
  }

  /** More than {@code Worker.MOST_SUSPENDED}: the workers begin no more of them. */
  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldTellThatAllWorkersWaitAndBeginNoTask(Schedule schedule) {
    for (int pes = 1; pes <= 2; pes++) {
      GasOptions options = LockDeadlockTest.options(schedule, pes).withPes(pes).withWorkers(1);
      assertThatThrownBy(() -> waitInVain(options, RuntimeOptions.DEFAULT, 700))
          .as("%d PEs", pes)
          .isInstanceOf(GasException.class)
          .hasMessageMatching("(?s).*no task runs, and tasks wait for locks or semaphores .*");
    }
  }

  /**
   * Forks what waits, and runs until it is stopped, as something that may release the semaphore.
   */
  record RunsBeside(GlobalSemaphore never) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.fork(new Wait(never));
      while (true) {
        strands(context.space()).park(10_000_000);
        context.attend();
      }
    }
  }

  private static void runBeside(GasOptions options, long limitNanos) {
    RuntimeOptions limit = RuntimeOptions.DEFAULT.withTimeoutNanos(limitNanos);
    Temoto.launch(
        options.withPes(1).withWorkers(2),
        space -> {
          GlobalSemaphore never = GlobalSemaphore.create(space, "never", 0);
          try (TaskRuntime runtime = TaskRuntime.start(space, limit)) {
            runtime.run(new RunsBeside(never));
          }
        });
  }

  private static Strands strands(GlobalAddressSpace space) {
    return RuntimeSupport.of(space).processingElement().strands();
  }

  @ParameterizedTest
  @EnumSource(
      value = Schedule.class,
      names = {"SEEDED", "VIRTUAL"})
  void shouldSayWhatTasksWaitedForWhenTheirTimeWasUp(Schedule schedule) {
    assertThatThrownBy(() -> runBeside(LockDeadlockTest.options(schedule, 1), 500_000_000))
        .isInstanceOf(RunTimeoutException.class)
        .hasMessageStartingWith(
            "the run has come to its limit of 0.5 s and was stopped while tasks wait for locks or"
                + " semaphores (1): PE 0 for semaphore \"never\"; PE 0 is at ")
        .hasMessageContaining("Wait[never=semaphore \"never\" of 0]")
        .hasMessageContaining("; tasks run: 2 on PE 0");
  }

  /** A task of a chain, each of which forks two more and waits: those that wait leave tasks. */
  record Chain(GlobalSemaphore never, int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth > 0) {
        context.fork(new Chain(never, depth - 1));
        context.fork(new Chain(never, 0));
      }
      never.acquire(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldTellThatAllWorkersWaitThoughTasksAreLeft(Schedule schedule) {
    for (int pes = 1; pes <= 2; pes++) {
      GasOptions options = LockDeadlockTest.options(schedule, pes).withPes(pes).withWorkers(1);
      assertThatThrownBy(() ->
              Temoto.launch(
                  options,
                  space -> {
                    GlobalSemaphore never = GlobalSemaphore.create(space, "never", 0);
                    try (TaskRuntime runtime = TaskRuntime.start(space)) {
                      runtime.run(new Chain(never, 600));
                    }
                  }))
          .as("%d PEs", pes)
          .hasMessageContaining("no task runs, and tasks wait for locks or semaphores (");
    }
  }

  /** Programs wait outside of a run, but for {@code others}, which come to a barrier. */
  private static void waitOutside(GasOptions options, int permits, int others) {
    Temoto.launch(
        options,
        space -> {
          GlobalSemaphore sem = GlobalSemaphore.create(space, "sem", permits);
          if (space.pe() >= others) {
            sem.acquire(2);
          }
          space.barrier();
        });
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldTellThatNoProgramIsLeftToReleaseASemaphore(Schedule schedule) {
    for (int seed = 0; seed < (schedule == Schedule.SEEDED ? LockDeadlockTest.SEEDS : 4); seed++) {
      GasOptions options = LockDeadlockTest.options(schedule, seed).withPes(1 + seed % 4);
      int others = (seed + seed / 4) % options.pes();
      assertThatThrownBy(() -> waitOutside(options, 1, others))
          .as("seed %d", seed)
          .isInstanceOf(GasException.class)
          .hasMessageMatching(
              "deadlock: no program is left to end what programs wait for: (PE \\d waits for"
                  + " semaphore \"sem\"; )+(and others; )?PE 0 is at .*");
    }
  }

  /** The first that waits wants more than there is, and so the next does not get what it wants. */
  @Test
  void shouldTellOfAProgramBehindOneThatWantsMore() {
    assertThatThrownBy(() ->
            Temoto.launch(
                LockDeadlockTest.options(Schedule.THREADS, 1),
                space -> {
                  GlobalSemaphore sem = GlobalSemaphore.create(space, "sem", 10);
                  if (space.pe() == 0) {
                    sem.acquire(5);
                  }
                  space.barrier();
                  while (space.pe() == 2 && (int) sem.memory().words().read(0) == 0) {
                    Thread.onSpinWait(); // until the other is the first
                  }
                  if (space.pe() == 1 || space.pe() == 2) {
                    sem.acquire(space.pe() == 1 ? 10 : 1);
                  }
                  space.barrier();
                }))
        .hasMessageContaining("PE 1 waits for semaphore \"sem\"")
        .hasMessageContaining("PE 2 waits for semaphore \"sem\"");
  }

  /** It moves on only where a task or program says so. */
  @Test
  void shouldTellOfATaskThatWaitsBesideACollectiveThatNobodyMovesOn() {
    CollectiveOptions explicit =
        CollectiveOptions.DEFAULT.withProgress(CollectiveOptions.Progress.EXPLICIT);
    assertThatThrownBy(() ->
            Temoto.launch(
                LockDeadlockTest.options(Schedule.THREADS, 1).withPes(2),
                space -> {
                  GlobalSemaphore never = GlobalSemaphore.create(space, "never", 0);
                  try (TaskRuntime runtime = TaskRuntime.start(space);
                      var _ = runtime.collectives(explicit).startBarrier()) {
                    runtime.run(new Wait(never));
                  }
                }))
        .hasMessageContaining("no task runs, and tasks wait for locks or semaphores (1)");
  }

  /** Not only programs release: so does what depends on a collective. */
  @Test
  void shouldNotTakeAWaitForTheEndOfACollectiveForADeadlock() {
    Temoto.launch(
        LockDeadlockTest.options(Schedule.THREADS, 1).withPes(2),
        space -> {
          GlobalSemaphore sem = GlobalSemaphore.create(space, "sem", 0);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            CollectiveRequest request = runtime.collectives().startBarrier();
            request
                .completion()
                .thenRun(() -> {
                  long start = System.nanoTime();
                  while (System.nanoTime() - start < 300_000_000) {
                    Thread.onSpinWait();
                  }
                  sem.release(1);
                });
            sem.acquire(1);
            request.await();
          }
        });
  }

  /** Waits for its turn, and passes that on when the waits of the others have been looked at. */
  record PassesOn(GlobalSemaphore turns, GlobalSemaphore next) implements Action {
    private static final long LOOKED_NANOS = 130_000_000;

    @Override
    public void compute(TaskContext context) {
      pass(context::attend);
    }

    void pass(Runnable meanwhile) {
      turns.acquire(1);
      for (long start = System.nanoTime(); System.nanoTime() - start < LOOKED_NANOS; ) {
        meanwhile.run();
      }
      next.release(1);
    }
  }

  @Test
  void shouldNotTakeLongWaitsForADeadlock() {
    AtomicInteger passed = new AtomicInteger();
    Temoto.launch(
        LockDeadlockTest.options(Schedule.THREADS, 1),
        space -> {
          GlobalSemaphore[] turns = new GlobalSemaphore[space.pes() + 1];
          for (int i = 0; i < turns.length; i++) {
            turns[i] = GlobalSemaphore.create(space, "turns " + i, i == 0 ? 1 : 0);
          }
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Task<Void> all =
                context -> {
                  for (int i = space.pes() - 1; i >= 0; i--) {
                    context.forkAt(i, new PassesOn(turns[i], turns[i + 1]));
                  }
                  return null;
                };
            runtime.run(all);
          }
          if (space.pe() == 0) {
            turns[0].release(1);
          }
          new PassesOn(turns[space.pe()], turns[space.pe() + 1]).pass(Thread::onSpinWait);
          space.barrier();
          passed.incrementAndGet();
        });
    assertThat(passed).hasValue(4);
  }

  /** One of them has all that it wants, and comes to a barrier without giving it back. */
  @Test
  void shouldTellOfProgramsThatHaveNotReleasedASemaphore() {
    assertThatThrownBy(() -> waitOutside(LockDeadlockTest.options(Schedule.THREADS, 1), 2, 0))
        .hasMessageStartingWith("deadlock: no program is left ")
        .hasMessageContaining(" is at barrier at ");
  }

  @ParameterizedTest
  @EnumSource(
      value = Schedule.class,
      names = {"SEEDED", "VIRTUAL"})
  void shouldTellOfAWaitThatLasts(Schedule schedule) {
    Queue<String> told = new ConcurrentLinkedQueue<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            told.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("org.temoto.gas.lock");
    logger.addHandler(handler);
    try {
      Throwable failure =
          catchThrowable(() -> runBeside(LockDeadlockTest.options(schedule, 1), 11_000_000_000L));
      assertThat(failure).isInstanceOf(RunTimeoutException.class);
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(told)
        .anySatisfy(text ->
            assertThat(text)
                .startsWith("PE 0 has waited for semaphore \"never\" for 10 s")
                .contains("Wait[never=semaphore \"never\" of 0]"));
  }
}
