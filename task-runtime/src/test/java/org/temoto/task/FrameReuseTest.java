package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of frames that are used again and again: by random trees of tasks of all kinds, forked and
 * joined in any order, with failures; and no handle reaches a task that it is not of.
 */
@Timeout(100)
class FrameReuseTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime());

  /**
   * Runs the task of {@code seed}, which follows from the seed; without a context, children are
   * called.
   */
  private static long evaluate(long seed, int depth, TaskContext context) {
    SplittableRandom random = new SplittableRandom(seed);
    long sum = seed;
    List<Joinable> open = new ArrayList<>();
    for (int steps = depth == 0 ? 0 : random.nextInt(9); steps > 0; steps--) {
      int choice = random.nextInt(10);
      if (choice < 5 || open.isEmpty()) {
        open.add(fork(random.nextInt(4), random.nextLong(), random.nextInt(depth), context));
      } else if (choice < 9) {
        int which = choice < 7 ? open.size() - 1 : random.nextInt(open.size());
        sum = sum * 31 + open.remove(which).join();
      } else if (context != null) {
        context.sync(); // what is open still has its result
      }
    }
    if (random.nextBoolean()) {
      for (Joinable each : open) {
        sum = sum * 31 + each.join();
      }
    } // else they are joined at the task's end
    return sum;
  }

  private interface Joinable {
    long join();
  }

  /** Without a context the child is run by its join, too, so that effects are as sequential. */
  private static Joinable fork(int kind, long seed, int depth, TaskContext context) {
    if (context == null) {
      return () -> kind == 3 ? failing(seed, depth, null) : evaluate(seed, depth, null);
    }
    return switch (kind) {
      case 0 -> {
        Forked.OfLong child = context.fork(new Longs(seed, depth));
        yield () -> context.join(child);
      }
      case 1 -> {
        Forked<Long> child = context.fork(new Boxed(new long[] {seed}, depth));
        yield () -> context.join(child);
      }
      case 2 -> {
        Forked.OfDouble child = context.fork(new Doubles(seed, depth));
        yield () -> Double.doubleToRawLongBits(context.join(child));
      }
      default -> {
        Forked.OfLong child = context.fork(new Caught(seed, depth));
        yield () -> context.join(child);
      }
    };
  }

  private static long failing(long seed, int depth, TaskContext context) {
    long value = depth == 0 ? seed : evaluate(seed, depth - 1, context);
    return value % 3 == 0 ? -value : value;
  }

  record Longs(long seed, int depth) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return evaluate(seed, depth, context);
    }
  }

  /** The array is copied at the fork, so that its join runs the copy. */
  record Boxed(@Task.Copied long[] seed, int depth) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      return evaluate(seed[0], depth, context);
    }
  }

  record Doubles(long seed, int depth) implements DoubleTask {
    @Override
    public double compute(TaskContext context) {
      return Double.longBitsToDouble(evaluate(seed, depth, context));
    }
  }

  /** Joins a child that may fail, with others that are never joined. */
  record Caught(long seed, int depth) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      Forked.OfLong child = context.fork(new Failing(seed, depth));
      try {
        return context.join(child);
      } catch (TaskException failure) {
        return -Long.parseLong(failure.getCause().getMessage());
      }
    }
  }

  record Failing(long seed, int depth) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long value = depth == 0 ? seed : evaluate(seed, depth - 1, context);
      if (value % 3 == 0) {
        context.fork(new Longs(seed, depth)); // is cancelled, or runs for nothing
        throw new IllegalStateException(Long.toString(value));
      }
      return value;
    }
  }

  private static void check(int pes, int workers, RuntimeOptions options, int seeds, int depth) {
    Jobs.eachPe(
        Jobs.options(pes, workers, SEED),
        options,
        (space, runtime) -> {
          for (long seed = SEED; seed < SEED + seeds; seed++) {
            assertThat(runtime.run(new Longs(seed, depth)))
                .as("temoto.seed=%d", seed)
                .isEqualTo(evaluate(seed, depth, null));
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"1,1,4000", "1,2,2000", "1,3,500", "2,1,1000", "2,2,300", "3,2,200"})
  void shouldComputeWhatCallsCompute(int pes, int workers, int seeds) {
    check(pes, workers, RuntimeOptions.DEFAULT, seeds, 7);
    check(pes, workers, Jobs.EAGER, seeds / 10, 5);
  }

  // --- handles

  record Leaf(long value) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return value;
    }
  }

  private static void onOnePe(Action body) {
    Jobs.onRuntimes(Jobs.options(1, 1, 1), RuntimeOptions.DEFAULT, runtime -> runtime.run(body));
  }

  private static void refused(TaskContext context, Forked.OfLong child) {
    assertThatThrownBy(() -> context.join(child))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must be joined by the task that forked it, once, before that ends");
    assertThatThrownBy(child::join).isInstanceOf(IllegalStateException.class);
  }

  /** Joins a child of its caller, which has been handed to it. */
  record JoinsAnothers() implements Action {
    @Override
    public void compute(TaskContext context) {
      assertThatThrownBy(LEAKED.get()::join)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("does not run");
    }
  }

  @Test
  void shouldJoinByTheHandle() {
    onOnePe(context -> {
      Forked.OfLong first = context.fork(new Leaf(1));
      Forked<Long> second = context.fork((Task<Long>) new Leaf(2));
      LEAKED.set(first);
      context.fork(new JoinsAnothers()).join();
      assertThat(first.join()).isEqualTo(1); // not the one on top
      assertThat(second.join()).isEqualTo(2);
      refused(context, first);
    });
  }

  @Test
  void shouldRefuseASecondJoin() {
    onOnePe(context -> {
      Forked.OfLong first = context.fork(new Leaf(1));
      Forked.OfLong second = context.fork(new Leaf(2));
      assertThat(context.join(first)).isEqualTo(1); // not the one on top
      refused(context, first);
      assertThat(context.join(second)).isEqualTo(2);
      refused(context, second);
      Forked.OfLong third = context.fork(new Leaf(3)); // in the frame of the first
      refused(context, first);
      refused(context, second);
      assertThat(context.join(third)).isEqualTo(3);
      refused(context, third);
    });
  }

  @Test
  void shouldRefuseASecondJoinAfterASync() {
    onOnePe(context -> {
      Forked.OfLong child = context.fork(new Leaf(1));
      context.sync();
      Forked.OfLong next = context.fork(new Leaf(2));
      assertThat(context.join(child)).isEqualTo(1);
      refused(context, child);
      assertThat(context.join(next)).isEqualTo(2);
    });
  }

  private static final AtomicReference<Forked.OfLong> LEAKED = new AtomicReference<>();

  /** Forks a child and leaks its handle. */
  record Leaks(boolean sync) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      LEAKED.set(context.fork(new Leaf(1)));
      if (sync) {
        context.sync();
      }
      return 0;
    }
  }

  /** Joins what is not its own, with as many children of its own in between. */
  record JoinsForeign(int own) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      List<Forked.OfLong> children = new ArrayList<>();
      for (int i = 0; i < own; i++) {
        children.add(context.fork(new Leaf(i)));
      }
      refused(context, LEAKED.get());
      long sum = 0;
      for (Forked.OfLong each : children) {
        sum += context.join(each);
      }
      refused(context, LEAKED.get());
      return sum;
    }
  }

  @Test
  void shouldRefuseAChildOfATaskThatHasEnded() {
    onOnePe(context -> {
      for (boolean sync : new boolean[] {false, true}) {
        context.join(context.fork(new Leaks(sync)));
        refused(context, LEAKED.get());
        for (int own = 0; own < 4; own++) { // in the frame of the one that has leaked it
          context.join(context.fork(new JoinsForeign(own)));
        }
      }
    });
  }

  @Test
  void shouldRefuseAChildOfTheParent() {
    onOnePe(context -> {
      Forked.OfLong mine = context.fork(new Leaf(5));
      LEAKED.set(mine);
      for (int own = 0; own < 4; own++) {
        context.join(context.fork(new JoinsForeign(own)));
      }
      assertThat(context.join(mine)).isEqualTo(5);
    });
  }

  @Test
  void shouldRefuseItsOwnHandleToAChild() {
    onOnePe(context -> {
      Forked.OfLong first = context.fork(new JoinsForeign(1));
      LEAKED.set(first);
      assertThat(context.join(first)).isZero();
    });
  }

  /** Many rounds that leave a joined child below one that is not. */
  @Test
  void shouldNotGrowWithTheNumberOfRounds() {
    onOnePe(context -> {
      FrameContext frame = (FrameContext) context;
      for (int round = 0; round < 10_000; round++) {
        Forked.OfLong first = context.fork(new Leaf(1));
        Forked.OfLong second = context.fork(new Leaf(2));
        Forked.OfLong third = context.fork(new Leaf(3));
        long sum = context.join(round % 2 == 0 ? first : second);
        sum += context.join(round % 3 == 0 ? third : round % 2 == 0 ? second : first);
        sum += context.join(round % 3 != 0 ? third : round % 2 == 0 ? second : first);
        assertThat(sum).isEqualTo(6);
        assertThat(frame.strand.top).isEqualTo(1);
      }
      for (int round = 0; round < 10_000; round++) {
        Forked.OfLong child = context.fork(new Leaf(round));
        context.forkJoin(new Leaf(1), new Leaf(2));
        assertThat(frame.strand.top).isEqualTo(1);
        assertThat(context.join(child)).isEqualTo(round);
      }
    });
  }

  @Test
  void shouldCountForksExactly() {
    Jobs.eachPe(
        Jobs.options(1, 2, 1),
        RuntimeOptions.DEFAULT,
        (space, runtime) -> {
          for (int round = 1; round <= 100; round++) {
            runtime.run(
                (Action)
                    context -> {
                      for (int i = 0; i < 1_000; i++) {
                        context.join(context.fork(new Leaf(i)));
                      }
                      context.forkJoin(new Leaf(1), new Leaf(2), new Leaf(3));
                    });
            TaskRuntime.Statistics total = runtime.totalStatistics();
            assertThat(total.forks()).isEqualTo(1_003L * round);
            assertThat(total.tasks()).isEqualTo(1_004L * round);
          }
        });
  }
}
