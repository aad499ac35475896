package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.task.Action;
import org.temoto.task.LongTask;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskHandle;
import org.temoto.task.TaskRuntime;

/**
 * Tests of walks of random trees by tasks that nobody joins, under many schedules: a run ends when
 * all have, each sees what the one that started it has committed, and one that fails ends the run.
 */
class DetachedScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 1_000);
  private static final long FIRST = Long.getLong("temoto.seed", 1);
  private static final int NODES = 40;
  private static final int NONE = -1;

  /** A random tree, whose node 0 is the root. */
  record Tree(GlobalLongs depths, long seed, int fails) {
    int parent(int node) {
      return node == 0 ? NONE : new SplittableRandom(seed * NODES + node).nextInt(node);
    }

    long depth(int node) {
      return node == 0 ? 1 : 1 + depth(parent(node));
    }
  }

  /** Stores the depth of a node and goes on with those below. */
  record Visit(Tree tree, int node) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (node == tree.fails) {
        throw new IllegalStateException("as it must");
      }
      long above = 0;
      if (node > 0) {
        try (LongView view = tree.depths.localize(Access.READ)) {
          above = view.get(tree.parent(node));
        }
      }
      try (LongView own = tree.depths.slice(node, node + 1).localize(Access.WRITE)) {
        own.set(0, above + 1);
        own.commit();
      }
      for (int i = node + 1; i < NODES; i++) {
        if (tree.parent(i) == node) {
          goOn(context, new Visit(tree, i));
        }
      }
    }

    private static void goOn(TaskContext context, Visit next) {
      int pe = next.node % context.space().pes();
      switch (next.node % 5) {
        case 0 -> context.detach(pe, next);
        case 1 -> context.join(context.fork(new Detaches(next)));
        case 2 -> context.forkAfter(pe, new Detaches(next));
        case 3 -> {
          TaskHandle promise = context.promise();
          context.detach(new Fulfils(promise));
          context.forkAfter(next, promise);
        }
        default -> context.detach(next);
      }
    }
  }

  /** Starts another. */
  record Detaches(Visit next) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.detach(next);
      return 0;
    }
  }

  /** Ends what others wait for. */
  record Fulfils(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.fulfil(promise);
    }
  }

  /** Starts the walk, and waits for none of it. */
  record Walk(Tree tree) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      context.detach(new Visit(tree, 0));
      return tree.seed;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 1, unit = TimeUnit.DAYS) // by the number of schedules
  void shouldEndWhenAllHave(StealPolicy policy) {
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      run(seed, policy);
    }
  }

  static String search(long first, long count) {
    return SeededJob.search(first, count, DetachedScheduleTest::run);
  }

  private static void run(long seed, StealPolicy policy) {
    SeededJob.run(seed, policy, 1, 4 << 20, (space, runtime) -> program(space, runtime, seed));
  }

  private static void program(GlobalAddressSpace space, TaskRuntime runtime, long seed) {
    if (seed % 2 == 0) {
      Tree failing = tree(space, seed, (int) (seed / 2 % NODES));
      assertThatThrownBy(() -> runtime.run(new Walk(failing))).hasMessageContaining("as it must");
    }
    Tree tree = tree(space, seed, NONE);
    assertThat(runtime.run(new Walk(tree))).isEqualTo(seed);
    try (LongView view = tree.depths.localize(Access.READ)) {
      for (int node = 0; node < NODES; node++) {
        assertThat(view.get(node)).as("depth of %d", node).isEqualTo(tree.depth(node));
      }
    }
    space.barrier();
  }

  private static Tree tree(GlobalAddressSpace space, long seed, int fails) {
    return new Tree(GlobalLongs.allocate(space, "depths", NODES), seed, fails);
  }
}
