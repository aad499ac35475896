package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.GasOptions;

/** Tests of outcomes that do not fit into cells while tasks that wait fill the overflow area. */
@Timeout(40)
class OutcomeRoomTest {
  private static final AtomicInteger RAN = new AtomicInteger();
  private static final AtomicInteger WAITING = new AtomicInteger();
  private static final AtomicInteger FILLED = new AtomicInteger();

  /** So many large tasks fill the area, which has 64 KiB. */
  private static final int FILL = 6;

  @BeforeEach
  void forget() {
    RAN.set(0);
    WAITING.set(0);
    FILLED.set(0);
  }

  private static Object run(int pes, int workers, RuntimeOptions options, Task<?> root) {
    GasOptions small = Jobs.options(pes, workers, 1).withHeapBytes(2 << 20).withCacheBytes(1 << 20);
    return Jobs.onRuntimes(
        small,
        options,
        runtime -> {
          Object result = runtime.run(root);
          runtime.run(context -> 0); // frees the result of the other
          assertThat(Leftovers.of(runtime)).isEmpty();
          return result;
        });
  }

  /** One of many bytes. */
  record Large(@Task.Copied byte[] bytes) implements Action {
    Large() {
      this(new byte[10_700]);
    }

    @Override
    public void compute(TaskContext context) {
      RAN.incrementAndGet();
    }
  }

  /**
   * Fails with a message of {@code length} characters, once the area is full: another worker may
   * begin it before, and its failure would take the room of a task that is still to be forked.
   */
  record Fails(int length) implements Action {
    @Override
    public void compute(TaskContext context) {
      while (FILLED.get() == 0) {
        context.share(1_000);
      }
      throw new IllegalStateException("as it must" + "x".repeat(length));
    }
  }

  /** Fills the area with tasks that wait for one that fails. */
  record FillsAndFails(int length, boolean atHome) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      int here = context.space().pe();
      TaskHandle first = context.forkAfter(here, new Fails(length));
      for (int i = 0; i < FILL; i++) {
        if (atHome) {
          context.forkAfter(here, new Large());
        } else {
          context.forkAfter(new Large(), first);
        }
      }
      FILLED.set(1);
      TaskException failure = catchThrowableOfType(TaskException.class, context::sync);
      if (atHome || length == 0) {
        assertThat(failure).hasMessageContaining("as it must");
      } else {
        assertThat(failure)
            .hasMessageContaining(
                "a failure, java.lang.IllegalStateException, with others that wait")
            .hasMessageContaining("heapBytes");
      }
      return 7;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "1, 2, 0", "2, 1, 0", "1, 1, 20000", "2, 1, 20000"})
  void shouldTellOfAFailureThatTasksWaitFor(int pes, int workers, int length) {
    Task<?> root = new FillsAndFails(length, false);
    assertThat(run(pes, workers, RuntimeOptions.DEFAULT, root)).isEqualTo(7L);
    assertThat(RAN).as("tasks that waited for what has failed").hasValue(0);
  }

  @Test
  void shouldTellOfALargeFailureBesideTasksThatAreReadyAtHome() {
    Task<?> root = new FillsAndFails(20_000, true);
    assertThat(run(1, 1, RuntimeOptions.DEFAULT, root)).isEqualTo(7L);
  }

  /** Forks more at home than fit into the area at once. */
  record ForksManyAtHome() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      for (int i = 0; i < 4 * FILL; i++) {
        context.forkAfter(context.space().pe(), new Large());
      }
      context.sync();
      return 7;
    }
  }

  @Test
  void shouldHoldNoRoomForTasksThatAreReadyAtHome() {
    assertThat(run(1, 1, RuntimeOptions.DEFAULT, new ForksManyAtHome())).isEqualTo(7L);
    assertThat(RAN).hasValue(4 * FILL);
  }

  /** Fills the area of its PE with tasks that wait for {@code promise}. */
  record Fills(TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < FILL; i++) {
        context.forkAfter(new Large(), promise);
      }
      WAITING.set(1 + context.space().pe());
      context.sync();
    }
  }

  /** A result of many bytes. */
  record Result(@Task.Copied byte[] bytes) {}

  /** Returns {@code length} bytes; where its forker waits for it, from another PE. */
  record Returns(int length) implements Task<Result> {
    @Override
    public Result run(TaskContext context) {
      assertThat(context.space().pe()).isEqualTo(1);
      return new Result(new byte[length]);
    }
  }

  /** Fulfils what the tasks wait for once it has the result of a task that ran beside these. */
  record FulfilsAfterwards(int length) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      TaskHandle promise = context.promise();
      Forked<?> fills = context.forkAt(1, new Fills(promise));
      while (WAITING.get() == 0) {
        context.share(1_000); // does not begin it itself
      }
      assertThat(WAITING).as("1 + the PE whose area is full").hasValue(2);
      Forked<Result> large = context.fork(new Returns(length));
      long got = 0;
      try {
        got = context.join(large).bytes().length;
      } catch (TaskException e) {
        assertThat(e)
            .rootCause()
            .hasMessageContaining("the result of task " + Returns.class.getName())
            .hasMessageContaining(", with others that wait on PE 1, has " + length / 100);
      }
      context.fulfil(promise);
      context.join(fills);
      return got;
    }
  }

  @ParameterizedTest
  @CsvSource({"5000, 5000", "40000, 0"})
  void shouldTellAResultThatTasksWaitFor(int length, long got) {
    assertThat(run(2, 1, Jobs.FORCED, new FulfilsAfterwards(length))).isEqualTo(got);
    assertThat(RAN).as("tasks that waited").hasValue(FILL);
  }
}
