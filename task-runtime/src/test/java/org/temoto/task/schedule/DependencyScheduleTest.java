package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.task.Action;
import org.temoto.task.LongTask;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskHandle;

/**
 * Tests of random graphs of tasks on the real runtime under many schedules, with delayed and
 * reordered operations: each task sees what those that it waits for have committed.
 */
class DependencyScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 1_000);
  private static final long FIRST = Long.getLong("temoto.seed", 1);
  private static final int NODES = 40;

  /** Stores one more than the sum of the nodes that it comes after, all of which it must see. */
  record Node(GlobalLongs values, int number, @Task.Copied int[] before, @Task.Copied long[] joined)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      for (long each : joined) {
        context.join(new TaskHandle(each));
      }
      try (LongView all = values.localize(Access.READ);
          LongView own = values.slice(number, number + 1).localize(Access.WRITE)) {
        long sum = 1;
        for (int each : before) {
          long value = all.get(each);
          if (value == 0) {
            throw new IllegalStateException(number + " does not see " + each);
          }
          sum += value;
        }
        own.set(0, sum);
        own.commit();
      }
    }
  }

  /** Forks the nodes of [{@code from}, {@code to}); their handles stand in global memory. */
  record Part(GlobalLongs values, GlobalLongs handles, long seed, int from, int to)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = from; i < to; i++) {
        int[] before = before(seed, i);
        TaskHandle[] dependencies = new TaskHandle[before.length];
        try (LongView view = handles.localize(Access.READ)) {
          for (int k = 0; k < before.length; k++) {
            dependencies[k] = new TaskHandle(view.get(before[k]));
          }
        }
        long[] joined = {};
        if (i % 5 == 4) {
          joined = Arrays.stream(dependencies).mapToLong(TaskHandle::bits).toArray();
          dependencies = new TaskHandle[0];
        }
        Node node = new Node(values, i, before, joined);
        TaskHandle handle =
            i % 3 == 0
                ? context.forkAfter(node, dependencies)
                : context.forkAfter(i % context.space().pes(), node, dependencies);
        try (LongView view = handles.slice(i, i + 1).localize(Access.WRITE)) {
          view.set(0, handle.bits());
          view.commit();
        }
      }
    }
  }

  /** All nodes, forked by two tasks of which the second comes after the first. */
  record Graph(GlobalLongs values, GlobalLongs handles, long seed) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      var older = context.fork(new Other());
      TaskHandle first = context.forkAfter(new Part(values, handles, seed, 0, NODES / 2));
      context.forkAfter(new Part(values, handles, seed, NODES / 2, NODES), first, null);
      long other = context.join(older);
      context.sync();
      try (LongView all = values.localize(Access.READ)) {
        return other + all.get(NODES - 1);
      }
    }
  }

  /** Forks with dependencies below a task of which siblings wait. */
  record Other() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      var sibling = context.fork(new Leaf());
      TaskHandle leaf = context.forkAfter(new Leaf());
      context.forkAfter(new Leaf(), leaf);
      return context.join(sibling);
    }
  }

  /** Nothing. */
  record Leaf() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return 0;
    }
  }

  static int[] before(long seed, int node) {
    SplittableRandom random = new SplittableRandom(seed * NODES + node);
    return random
        .ints(Math.min(node, random.nextInt(8)), 0, Math.max(node, 1))
        .distinct()
        .toArray();
  }

  static long expected(long seed) {
    long[] values = new long[NODES];
    for (int i = 0; i < NODES; i++) {
      values[i] = 1;
      for (int each : before(seed, i)) {
        values[i] += values[each];
      }
    }
    return values[NODES - 1];
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 1, unit = TimeUnit.DAYS) // by the number of schedules
  void shouldRunEachTaskAfterWhatItWaitsFor(StealPolicy policy) {
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      run(seed, policy);
    }
  }

  static String search(long first, long count) {
    return SeededJob.search(first, count, DependencyScheduleTest::run);
  }

  private static void run(long seed, StealPolicy policy) {
    SeededJob.run(
        seed,
        policy,
        1,
        4 << 20,
        (space, runtime) -> {
          GlobalLongs values = GlobalLongs.allocate(space, "values", NODES);
          GlobalLongs handles = GlobalLongs.allocate(space, "handles", NODES);
          long found = runtime.run(new Graph(values, handles, seed));
          assertThat(found).as("seed %d", seed).isEqualTo(expected(seed));
        });
  }
}
