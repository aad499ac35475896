package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests of joins that wait for a thief and find nothing else to do. */
class SeekingJoinsTest {
  private static final int ROUNDS = 20;
  private static final long CHILD_NANOS = 3_000_000;

  /** Its children PE 1 steals; returns how many. */
  private record Forker() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long sum = 0;
      for (int i = 0; i < ROUNDS; i++) {
        sum += context.join(context.fork(new Slow()));
      }
      return sum;
    }
  }

  /** Takes its time: longer than a join spins. */
  private record Slow() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      LockSupport.parkNanos(CHILD_NANOS);
      return context.space().pe();
    }
  }

  @Test
  void shouldKeepTheWorkerWhileThereIsNothingToSteal() {
    int handOvers =
        Jobs.onRuntimes(
            Jobs.options(2, 1, 1),
            Jobs.FORCED,
            runtime -> {
              assertThat(runtime.run(new Forker())).as("children stolen").isPositive();
              assertThat(runtime.totalStatistics().suspensions()).isPositive();
              return ((LocalRuntime) runtime).pool().handOvers();
            });
    assertThat(handOvers).as("the first one, at the start").isEqualTo(1);
  }
}
