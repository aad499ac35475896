package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
