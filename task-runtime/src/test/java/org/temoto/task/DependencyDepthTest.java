package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.task.RuntimeOptions.StealPolicy;

/**
 * Tests of tasks that wait for others, forked deep below each other, and cancelled again and again.
 */
@Timeout(100)
class DependencyDepthTest {
  static Stream<Arguments> jobs() {
    return Stream.of(1, 2)
        .flatMap(pes -> Stream.of(StealPolicy.values()).map(policy -> Arguments.of(pes, policy)));
  }

  private static Object run(int pes, StealPolicy policy, Task<?> root) {
    return Jobs.onRuntimes(
        Jobs.options(pes, 1, 1).withHeapBytes(4 << 20),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> runtime.run(root));
  }

  /** Nothing. */
  record Ends() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Tasks each of which the one above forks by forkAfter. */
  record Below(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth > 0) {
        context.forkAfter(new Below(depth - 1), context.forkAfter(new Ends()));
      }
    }
  }

  /** Children that run in place, each of which has forked a task that waits for one. */
  record Nested(int depth) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (depth == 0) {
        return 0;
      }
      context.forkAfter(new Ends());
      return 1 + context.join(context.fork(new Nested(depth - 1)));
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldForkDeep(int pes, StealPolicy policy) {
    run(pes, policy, new Below(100));
    assertThat(run(pes, policy, new Nested(100))).isEqualTo(100L);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTellThatItIsTooDeep(int pes, StealPolicy policy) {
    assertThatThrownBy(() -> run(pes, policy, new Nested(1000)))
        .hasMessageContaining("there may be at most so many at once");
    assertThatThrownBy(() -> run(1, policy, new Below(1000)))
        .hasMessageContaining("there may be at most so many at once");
  }

  /** Searches in each of which tasks that wait are cancelled. */
  record Searches(int times) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long found = 0;
      for (int i = 0; i < times; i++) {
        found += context.search(new Looks(i)).orElse(0);
      }
      return found;
    }
  }

  /** Finds something while others wait. */
  record Looks(int number) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle first = context.forkAfter(new Ends());
      for (int i = 0; i < 5; i++) {
        first = context.forkAfter(new Ends(), first);
      }
      throw context.found(1);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldUseRecordsOfCancelledTasksAgain(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Searches(200))).isEqualTo(200L);
  }

  /** Forks more children than a worker has cells; the last has one that waits. */
  record Wide(int width) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      for (int i = 0; i < width; i++) {
        context.fork(new Ends());
      }
      context.fork(new Below(1)); // run in place first, above all others
      context.sync();
      return width;
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldHoldMoreThanThereAreCells(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Wide(700))).isEqualTo(700L);
  }
}
