package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.Temoto;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of the checker with locks: it takes what they order for ordered, and finds what they do
 * not.
 */
class CheckedLockTest extends LockContractTest {
  private static final int SEEDS = 20;

  @Override
  protected Stream<GasOptions> clusters() {
    return LongStream.range(0, SEEDS).mapToObj(CheckedLockTest::checked);
  }

  private static GasOptions checked(long seed) {
    return options("simulated", 3)
        .withWorkers(1 + (int) (seed % 2))
        .withSeed(seed)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withSchedule(Schedule.SEEDED).withRaceChecker(true));
  }

  /** Each counts under its lock, or all under one. */
  record Add(GlobalLocks locks, GlobalMemory memory, int tasks, boolean isShared)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 1; i < tasks; i++) {
        context.fork(new Add(locks, memory, 1, isShared));
      }
      try (var _ = isShared ? locks.lockShared(0) : locks.lock(0)) {
        set(memory, 0, get(memory, 0) + 1);
      }
    }
  }

  private static void add(GasOptions options, boolean isShared) {
    Temoto.launch(
        options,
        space -> {
          GlobalLocks locks = GlobalLocks.create(space, "lock", 1);
          GlobalMemory memory = space.allocate("memory", PAGE);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new Add(locks, memory, 4, isShared));
          }
        });
  }

  @Test
  void shouldFindWritersThatShareALock() {
    assertThatCode(() -> add(checked(1), false)).doesNotThrowAnyException();
    assertThatThrownBy(() -> LongStream.range(0, SEEDS).forEach(seed -> add(checked(seed), true)))
        .isInstanceOf(CheckFailedException.class)
        .hasMessageContaining("race");
  }
}
