package org.temoto.apps.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.local.StuckStrand;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.RunTimeoutException;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Collectives;

/** Tests of jobs that hang: PEs that call different things, and tasks that do not end, are told. */
@Timeout(value = 110, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 300);
  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** Long enough for a task to begin on a busy machine. */
  private static final RuntimeOptions SHORT =
      RuntimeOptions.DEFAULT.withTimeoutNanos(2_000_000_000);

  @BeforeEach
  void loseThePatienceSoon() {
    System.setProperty(StuckStrand.PATIENCE, "300");
  }

  @AfterEach
  void havePatienceAgain() {
    System.clearProperty(StuckStrand.PATIENCE);
  }

  private static GasOptions options(int pes, Schedule schedule) {
    return GasOptions.DEFAULT
        .withBackend("simulated")
        .withPes(pes)
        .withWorkers(1)
        .withHeapBytes(8 << 20)
        .withPageSize(4096)
        .withSeed(SEED)
        .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(schedule));
  }

  static Stream<Arguments> hangs() {
    return Stream.of(Schedule.values())
        .flatMap(schedule ->
            Stream.of(2, 4)
                .flatMap(pes ->
                    Stream.of(Hang.values()).map(hang -> Arguments.of(hang, pes, schedule))));
  }

  @ParameterizedTest
  @MethodSource("hangs")
  void shouldTellWhoWaitsForWhom(Hang hang, int pes, Schedule schedule) {
    Throwable failure = catchThrowable(() -> Temoto.launch(options(pes, schedule), hang::run));
    assertThat(failure).as("seed %d", SEED).isNotNull();
    hang.requireTold(failure.getMessage());
  }

  // --- no false alarm

  record Sum(long from, long to) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (to - from < 4) {
        return to - from;
      }
      Forked.OfLong upper = context.fork(new Sum((from + to) / 2, to));
      return new Sum(from, (from + to) / 2).compute(context) + context.join(upper);
    }
  }

  /** Every kind of call, each PE with other lines. */
  private static void callEverything(GlobalAddressSpace space) {
    GlobalMemory memory = space.allocate("m", 1 << 14);
    if (space.pe() == 0) {
      space.barrier();
    } else {
      meetElsewhere(space);
    }
    assertThat(space.broadcast(space.pe() + 7)).isEqualTo(7);
    for (int again = 0; again < 2; again++) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        Collectives collectives = runtime.collectives();
        collectives.barrier();
        var request = collectives.startBarrier();
        assertThat(runtime.run(new Sum(0, 40))).isEqualTo(40);
        request.await();
        long sum = space.pe() == 1 ? runElsewhere(runtime) : runtime.run(new Sum(0, 20));
        assertThat(sum).isEqualTo(20);
        runtime.totalStatistics();
        runtime.totalActivity();
        collectives.barrier();
      }
      space.totalStatistics();
    }
    memory.seal();
    memory.close();
    assertThat(space.sum(1)).containsExactly(space.pes());
  }

  private static void meetElsewhere(GlobalAddressSpace space) {
    space.barrier();
  }

  private static long runElsewhere(TaskRuntime runtime) {
    return runtime.run(new Sum(0, 20));
  }

  @Test
  void shouldNotTellOfProgramsThatMakeTheSameCalls() {
    for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
      GasOptions options = options(2 + (int) (seed % 3), Schedule.SEEDED).withSeed(seed);
      assertThatCode(() -> Temoto.launch(options, HangTest::callEverything))
          .as("seed %d", seed)
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldCallEverythingOnEverySchedule(Schedule schedule) {
    for (int pes = 1; pes <= 4; pes++) {
      Temoto.launch(options(pes, schedule), HangTest::callEverything);
    }
  }

  /** PEs wait for one that computes for long; a minute of virtual time takes none here. */
  @Test
  void shouldWaitForAPeThatComputes() {
    GasOptions options =
        options(3, Schedule.VIRTUAL)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withCosts(Costs.MODELLED));
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            late(space, 1);
            space.barrier();
            late(space, 2);
            collectives.barrier();
            late(space, 0);
            runtime.run(new Sum(0, 10));
            late(space, 1);
          }
          late(space, 2);
        });
  }

  private static void late(GlobalAddressSpace space, int pe) {
    if (space.pe() == pe) {
      RuntimeSupport.of(space).processingElement().strands().charge(MINUTE_NANOS);
    }
  }

  // --- tasks that do not end

  /** Computes until the test is over, on whatever PE. */
  record Spin() implements LongTask {
    private static final AtomicBoolean OVER = new AtomicBoolean();

    @Override
    public long compute(TaskContext context) {
      while (!OVER.get()) {
        Thread.onSpinWait();
      }
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldEndAtTheLimitThoughATaskComputesOn(Schedule schedule) throws InterruptedException {
    Spin.OVER.set(false);
    try {
      assertThatThrownBy(() ->
              Temoto.launch(
                  options(2, schedule),
                  space -> {
                    try (TaskRuntime runtime = TaskRuntime.start(space, SHORT)) {
                      runtime.run(new Spin());
                    }
                  }))
          .isInstanceOf(RunTimeoutException.class)
          .hasMessageContaining("limit of 2 s and cannot be stopped")
          .hasMessageMatching(
              ".*is at Spin\\[\\] \\(.*Spin\\.compute\\(HangTest\\.java:\\d+\\)\\).*")
          .satisfies(failure ->
              assertThat(failure.getSuppressed())
                  .as("what goes on")
                  .anyMatch(each -> each.getMessage().contains("does not end: it is at ")));
    } finally {
      Spin.OVER.set(true);
    }
    awaitUnmapped();
  }

  /** The memory goes when nobody uses it any more: the thread that waits for that ends. */
  private static void awaitUnmapped() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("temoto-unmap")) {
        thread.join();
      }
    }
  }

  /** Waits for a lock that nobody gives back. */
  record Blocked() implements LongTask {
    private static final Semaphore LOCK = new Semaphore(0);

    @Override
    public long compute(TaskContext context) {
      LOCK.acquireUninterruptibly();
      LOCK.release();
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldEndAtTheLimitThoughATaskWaitsForALock(Schedule schedule) throws InterruptedException {
    try {
      assertThatThrownBy(() ->
              Temoto.launch(
                  options(2, schedule),
                  space -> {
                    try (TaskRuntime runtime = TaskRuntime.start(space, SHORT)) {
                      runtime.run(new Blocked());
                    }
                  }))
          .isInstanceOf(RunTimeoutException.class)
          .hasMessageMatching(
              ".*is at Blocked\\[\\] \\(.*Blocked\\.compute\\(HangTest\\.java:\\d+\\)\\).*");
    } finally {
      Blocked.LOCK.release();
    }
    awaitUnmapped();
    Blocked.LOCK.acquireUninterruptibly(); // for the next schedule
  }

  // --- calls of tasks

  /** A task that calls {@code run} of its runtime. */
  record Nested() implements LongTask {
    private static volatile TaskRuntime runtime;

    @Override
    public long compute(TaskContext context) {
      return runtime.run(new Sum(0, 4));
    }
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldRefuseARunInsideATask(Schedule schedule) {
    Temoto.launch(
        options(2, schedule),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            if (space.pe() == 0) {
              Nested.runtime = runtime;
            }
            assertThatThrownBy(() -> runtime.run(new Nested()))
                .isInstanceOf(TaskException.class)
                .hasStackTraceContaining(
                    "TaskRuntime.run is collective: called by the program of a PE, not by a task");
            assertThat(runtime.run(new Sum(0, 9))).as("the next run").isEqualTo(9);
          }
        });
  }
}
