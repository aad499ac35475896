package org.temoto.apps.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.Spmd;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.task.Action;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * Tests of programs that leave out a commit: separate buffers show it; a program that shares memory
 * by accident would not notice.
 */
@Timeout(60)
class ForgottenCommitTest {
  private static final int COUNT = 4096;

  /** Waits at each join until another PE has taken the child. */
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 20_000_000_000L);

  /** Adds one to every number: first here, then in a child. */
  private record AddTwice(GlobalInts numbers, boolean commits) implements Action {
    @Override
    public void compute(TaskContext context) {
      new AddOnce(numbers, commits).compute(context);
      context.join(context.fork(new AddOnce(numbers, commits)));
    }
  }

  private record AddOnce(GlobalInts numbers, boolean commits) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = numbers.localize(Access.READ_WRITE)) {
        for (int i = 0; i < COUNT; i++) {
          view.set(i, view.get(i) + 1);
        }
        if (commits) {
          view.commit();
        }
      }
    }
  }

  private static long sum(Buffers buffers, boolean commits) {
    AtomicLong result = new AtomicLong();
    Spmd.run(
        Spmd.options(2)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(buffers)),
        space -> {
          long sum = sum(space, commits);
          if (space.pe() == 0) {
            result.set(sum);
          }
        });
    return result.get();
  }

  private static long sum(GlobalAddressSpace space, boolean commits) {
    GlobalInts numbers = GlobalInts.allocate(space, "numbers", COUNT);
    try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
      runtime.run(new AddTwice(numbers, commits));
      assertThat(runtime.totalStatistics().remoteSteals()).isPositive();
    }
    long sum = 0;
    try (IntView view = numbers.localize(Access.READ)) {
      for (int i = 0; i < COUNT; i++) {
        sum += view.segment().getAtIndex(JAVA_INT, i);
      }
    }
    return sum;
  }

  @Test
  void shouldGiveAWrongResultWithoutTheCommit() {
    assertThat(sum(Buffers.SEPARATE, true)).isEqualTo(2L * COUNT);
    assertThat(sum(Buffers.SEPARATE, false)).isNotEqualTo(2L * COUNT);
    assertThat(sum(Buffers.IDENTITY, true)).isEqualTo(2L * COUNT);
  }
}
