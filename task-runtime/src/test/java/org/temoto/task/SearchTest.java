package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** Tests of searches that end when something is found. */
@Timeout(100)
class SearchTest {
  /** Goes on until it is cancelled. */
  record Endless() implements Action {
    @Override
    public void compute(TaskContext context) {
      while (true) {
        context.attend();
      }
    }
  }

  /** Finds a number below other tasks. */
  record Finds(int depth, long number) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (depth == 0) {
        throw context.found(number);
      }
      context.join(context.fork(new Finds(depth - 1, number)));
    }
  }

  /** Finds nothing. */
  record FindsNothing() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  /** Searches among endless tasks; the one that finds is the last, which a thief takes first. */
  record Searches(int endless) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      Task<?>[] tasks = new Task<?>[endless + 1];
      for (int i = 0; i < endless; i++) {
        tasks[i] = new Endless();
      }
      tasks[endless] = new Finds(3, 42);
      return context.search(tasks).orElseThrow();
    }
  }

  private static <R> R run(int pes, StealPolicy policy, Task<R> root) {
    return Jobs.onRuntimes(
        Jobs.options(pes, 1, 1),
        RuntimeOptions.DEFAULT.withPolicy(policy),
        runtime -> {
          R found = runtime.run(root);
          assertThat(runtime.<Long>run(new Searches(0))).isEqualTo(42);
          return found;
        });
  }

  @ParameterizedTest
  @CsvSource({"1, ONE_SIDED", "2, ONE_SIDED", "2, REQUEST", "4, ONE_SIDED", "4, REQUEST"})
  void shouldCancelTheRestWhenSomethingIsFound(int pes, StealPolicy policy) {
    assertThat(run(pes, policy, new Searches(pes - 1))).isEqualTo(42L);
  }

  @Test
  void shouldFindNothing() {
    Task<Boolean> searches =
        context ->
            context.search(new FindsNothing(), new FindsNothing()).equals(OptionalLong.empty());
    assertThat(run(2, StealPolicy.ONE_SIDED, searches)).isTrue();
  }

  @Test
  void shouldFailWhereNothingSearches() {
    assertThatThrownBy(() -> run(2, StealPolicy.ONE_SIDED, new Finds(2, 7)))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("found 7, and nothing above searches");
  }
}
