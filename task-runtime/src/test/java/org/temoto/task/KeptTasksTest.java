package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** Tests of forked tasks that are too large for any buffer, for which others wait. */
@Timeout(60)
class KeptTasksTest {
  private static void run(GasOptions options, StealPolicy policy, int length) {
    Temoto.launch(
        options,
        space -> {
          try (GlobalSemaphore semaphore = GlobalSemaphore.create(space, "signal", 0);
              TaskRuntime runtime =
                  TaskRuntime.start(space, RuntimeOptions.DEFAULT.withPolicy(policy))) {
            assertThat(runtime.run(new Acquires(semaphore, length))).isEqualTo(7L);
            assertThat(runtime.run(new Waits(length))).isEqualTo(7L);
            assertThat(Leftovers.of(runtime)).isEmpty();
          }
        });
  }

  record Releases(@Task.Copied byte[] bytes, GlobalSemaphore semaphore) implements Action {
    @Override
    public void compute(TaskContext context) {
      semaphore.release(1);
    }
  }

  record Acquires(GlobalSemaphore semaphore, int length) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.fork(new Releases(new byte[length], semaphore));
      semaphore.acquire(1);
      context.sync();
      return 7;
    }
  }

  /** Fulfils {@code promise}, unless it is {@link TaskHandle#NONE}. */
  record Fulfils(@Task.Copied byte[] bytes, TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (!promise.equals(TaskHandle.NONE)) {
        context.fulfil(promise);
      }
    }
  }

  record Joins(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(promise);
    }
  }

  record Waits(int length) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle promise = context.promise();
      context.fork(new Fulfils(new byte[length], TaskHandle.NONE));
      context.fork(new Fulfils(new byte[length], promise));
      context.join(context.fork(new Joins(promise)));
      context.sync();
      return 7;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, ONE_SIDED, 10", "1, 1, ONE_SIDED, 100000", "1, 2, ONE_SIDED, 100000",
    "2, 1, ONE_SIDED, 100000", "2, 1, REQUEST, 100000", "2, 2, ONE_SIDED, 100000"
  })
  void shouldBeginWhatASignalOrPromiseIsAwaitedOf(
      int pes, int workers, StealPolicy policy, int length) {
    GasOptions small = Jobs.options(pes, workers, 1).withHeapBytes(2 << 20).withCacheBytes(1 << 20);
    run(small, policy, length);
  }
}
