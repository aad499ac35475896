package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.lock.GlobalLocks;

/**
 * Tests of misuse: calls at the wrong place are refused, and calls at the edge of what is allowed
 * work.
 */
@Timeout(60)
class MisuseTest {
  private static <R> R onOnePe(Task<R> root) {
    return Jobs.onRuntimes(
        Jobs.options(1, 2, 1), RuntimeOptions.DEFAULT, runtime -> runtime.run(root));
  }

  @Test
  void shouldRefuseCollectiveCallsOfATask() {
    Jobs.eachPe(
        Jobs.options(1, 2, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) ->
            runtime.run(
                (Action)
                    context -> {
                      assertThatThrownBy(() -> runtime.run(inner -> 1))
                          .isInstanceOf(IllegalStateException.class);
                      assertThatThrownBy(runtime::totalStatistics)
                          .isInstanceOf(IllegalStateException.class);
                      assertThatThrownBy(runtime::close).isInstanceOf(IllegalStateException.class);
                      assertThatThrownBy(() -> TaskRuntime.start(space))
                          .isInstanceOf(IllegalStateException.class);
                    }));
  }

  private static final AtomicInteger RUN = new AtomicInteger();

  record Counting() implements Action {
    @Override
    public void compute(TaskContext context) {
      RUN.incrementAndGet();
    }
  }

  @Test
  void shouldJoinEarlierChildrenInAForkJoinOfNothing() {
    RUN.set(0);
    int run =
        onOnePe(context -> {
          context.fork(new Counting());
          context.forkJoin();
          return RUN.get();
        });
    assertThat(run).isEqualTo(1);
  }

  @Test
  void shouldForkNothingWhereOneOfTheTasksIsNull() {
    RUN.set(0);
    int run =
        onOnePe(context -> {
          assertThatThrownBy(() -> context.forkJoin(null, new Counting()))
              .isInstanceOf(NullPointerException.class);
          assertThatThrownBy(() -> context.search(new Counting(), null, new Counting()))
              .isInstanceOf(NullPointerException.class);
          assertThatThrownBy(() -> context.forkJoin((Task<?>[]) null))
              .isInstanceOf(NullPointerException.class);
          context.sync();
          return RUN.get();
        });
    assertThat(run).isEqualTo(0);
  }

  private static final AtomicReference<TaskContext> LEAKED = new AtomicReference<>();

  record Leaking() implements Action {
    @Override
    public void compute(TaskContext context) {
      LEAKED.set(context);
    }
  }

  @Test
  void shouldRefuseAContextWhoseTaskHasEnded() {
    Jobs.onRuntimes(
        Jobs.options(1, 1, 1),
        RuntimeOptions.DEFAULT,
        runtime -> {
          runtime.run(
              (Action)
                  context -> {
                    context.join(context.fork(new Leaking()));
                    assertThatThrownBy(() -> LEAKED.get().sync())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("does not run");
                  });
          assertThatThrownBy(() -> LEAKED.get().fork(new Counting()))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("belongs to another strand");
          return null;
        });
  }

  /** Ends with two views and so many locks. */
  record LeavesOpen(GlobalMemory memory, GlobalLocks locks, int held) implements Action {
    @Override
    @SuppressWarnings("resource") // on purpose
    public void compute(TaskContext context) {
      memory.localize(0, 8, Access.READ);
      memory.localize(8, 16, Access.WRITE);
      for (int i = 0; i < held; i++) {
        locks.lock(i);
      }
    }
  }

  @Test
  void shouldNameSomeOfWhatATaskLeavesOpen() {
    String views = "WRITE view [8, 24) of memory \"data\" and READ view [0, 8) of memory \"data\"";
    String some = "lock 3 of \"locks\" and lock 2 of \"locks\" and lock 1 of \"locks\"";
    Jobs.eachPe(
        Jobs.options(1, 1, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalMemory memory = space.allocate("data", 64);
          GlobalLocks locks = GlobalLocks.create(space, "locks", 4);
          assertThatThrownBy(() -> runtime.run(new LeavesOpen(memory, locks, 0)))
              .hasStackTraceContaining(
                  "with 2 left open, "
                      + views
                      + ": each is closed by the task that opened it; temoto check names the line");
          Task<Void> above = context -> context.fork(new LeavesOpen(memory, locks, 4)).join();
          assertThatThrownBy(() -> runtime.run(above))
              .hasStackTraceContaining("with 6 left open, " + some + " and others:");
        });
  }

  record Line(int depth) implements Task<Integer> {
    @Override
    public Integer run(TaskContext context) {
      return depth == 0 ? 0 : 1 + context.join(context.fork(new Line(depth - 1)));
    }
  }

  @Test
  void shouldRecurseAHundredThousandDeep() {
    assertThat(onOnePe(new Line(100_000))).isEqualTo(100_000);
  }
}
