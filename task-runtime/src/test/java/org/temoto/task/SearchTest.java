package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** Tests of searches that end when something is found. */
@Timeout(100)
class SearchTest {
  private static final AtomicInteger COUNT = new AtomicInteger();

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

  /** Counts itself. */
  record Counts() implements Action {
    @Override
    public void compute(TaskContext context) {
      COUNT.incrementAndGet();
    }
  }

  @Test
  void shouldRunWhatWasForkedBefore() {
    COUNT.set(0);
    Task<Long> searches =
        context -> {
          context.fork(new Counts());
          return context.search(new FindsNothing(), new Finds(0, 5)).orElseThrow();
        };
    assertThat(run(1, StealPolicy.ONE_SIDED, searches)).isEqualTo(5L);
    assertThat(COUNT).hasValue(1);
  }

  /** Searches in vain after it has forked a child that finds for a search above. */
  record FindsBeside() implements Action {
    @Override
    public void compute(TaskContext context) {
      context.fork(new Finds(1, 1));
      context.search(new FindsNothing(), new FindsNothing());
      COUNT.incrementAndGet();
    }
  }

  @Test
  void shouldGiveWhatIsFoundToTheSearchThatItIsPartOf() {
    COUNT.set(0);
    Task<Long> searches =
        context -> context.search(new FindsBeside(), new FindsNothing()).orElseThrow();
    assertThat(run(1, StealPolicy.ONE_SIDED, searches)).isEqualTo(1L);
    assertThat(COUNT).hasValue(0);
  }

  /** Fails. */
  record Fails() implements Action {
    @Override
    public void compute(TaskContext context) {
      throw new IllegalStateException("the reason");
    }
  }

  @Test
  void shouldTellOfAFailureBesideIt() {
    Task<Long> searches =
        context -> {
          context.fork(new Fails());
          return context.search(new FindsNothing(), new Finds(0, 5)).orElseThrow();
        };
    assertThatThrownBy(() -> run(2, StealPolicy.ONE_SIDED, searches))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("the reason");
  }

  @Test
  void shouldFailWhereNothingSearches() {
    assertThatThrownBy(() -> run(2, StealPolicy.ONE_SIDED, new Finds(2, 7)))
        .isInstanceOf(TaskException.class)
        .hasMessageContaining("found 7, and nothing above searches");
  }

  /** Cannot be serialized. */
  private static final class Stubborn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"unused", "serial"}) // the point of it
    private final Object thread = Thread.currentThread();
  }

  /** Waits until it is cancelled, and fails because of that. */
  record FailsLate(GlobalSemaphore begun, GlobalSemaphore never) implements Action {
    @Override
    public void compute(TaskContext context) {
      begun.release(1);
      try {
        never.acquire(1);
      } catch (TaskCancelledException stop) {
        COUNT.incrementAndGet();
        throw new Stubborn();
      }
    }
  }

  /** Finds a number while a child that is going to fail has begun. */
  record FindsBesideOne(GlobalSemaphore begun, GlobalSemaphore never) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.fork(new FailsLate(begun, never));
      begun.acquire(1);
      context.join(context.fork(new Finds(0, context.pe())));
    }
  }

  @Test
  void shouldFindWhatComesWithAFailureThatCannotBeSent() {
    COUNT.set(0);
    Jobs.eachPe(
        Jobs.options(2, 1, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          GlobalSemaphore begun = GlobalSemaphore.create(space, "begun", 0);
          GlobalSemaphore never = GlobalSemaphore.create(space, "never", 0);
          Task<Long> searches =
              context ->
                  context.search(new Endless(), new FindsBesideOne(begun, never)).orElseThrow();
          assertThat(runtime.run(searches)).as("of PE 1").isEqualTo(1L);
        });
    assertThat(COUNT).hasValue(1);
  }
}
