package org.temoto.task.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.RefusedException;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.task.Action;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskHandle;

/**
 * Tests of records that are used again while what their last tasks waited for ends, under many
 * schedules: a task in one is told once, of what it waits for itself.
 */
class RecordReuseScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 300);
  private static final long FIRST = Long.getLong("temoto.seed", 1);
  private static final int BYSTANDERS = 8;

  /** Nothing. */
  record Leaf() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Others wait for a task on the first PE, and then one on the last. */
  record Root(GlobalCounter turns) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle begins = context.promise();
      TaskHandle ends = context.forkAfter(0, new Leaf(), begins);
      for (int i = 0; i < BYSTANDERS; i++) {
        context.forkAfter(new Leaf(), ends);
      }
      context.forkAfter(context.space().pes() - 1, new Reuse(turns, begins, ends));
    }
  }

  /** Has one record left for a task that is cancelled, and, when that may be, for another. */
  record Reuse(GlobalCounter turns, TaskHandle begins, TaskHandle ends) implements Action {
    @Override
    public void compute(TaskContext context) {
      List<TaskHandle> all = new ArrayList<>();
      fill(context, all);
      context.fulfil(all.removeLast());
      try {
        context.join(context.fork(new Cancelled(ends)));
      } catch (TaskException asItMust) {
        context.fulfil(begins);
      }
      while (!isForked(context)) {
        turns.getAndAdd(1); // others have theirs
      }
      all.forEach(context::fulfil);
    }

    private static void fill(TaskContext context, List<TaskHandle> all) {
      try {
        while (true) {
          all.add(context.promise());
        }
      } catch (RefusedException full) {
        // as it must
      }
    }

    private boolean isForked(TaskContext context) {
      try {
        context.forkAfter(new Leaf(), ends);
        return true;
      } catch (RefusedException full) {
        return false;
      }
    }
  }

  /** Fails when its child waits. */
  record Cancelled(TaskHandle ends) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkAfter(new Leaf(), ends);
      throw new IllegalStateException("as it must");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 1, unit = TimeUnit.DAYS) // by the number of schedules
  void shouldTellWhatIsInARecordNow(StealPolicy policy) {
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      run(seed, policy);
    }
  }

  static String search(long first, long count) {
    return SeededJob.search(first, count, RecordReuseScheduleTest::run);
  }

  private static void run(long seed, StealPolicy policy) {
    SeededJob.run(
        seed,
        policy,
        2,
        1 << 20,
        (space, runtime) -> runtime.run(new Root(GlobalCounter.allocate(space, "turns"))));
  }
}
