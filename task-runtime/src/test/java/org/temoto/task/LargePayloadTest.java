package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;

/**
 * Tests of arguments and results that do not fit into slots and cells: they go through overflow
 * buffers, which are freed again.
 */
@Timeout(100)
class LargePayloadTest {
  record Block(@Task.Copied long[] values) {}

  record Increment(@Task.Copied long[] values) implements Task<Block> {
    @Override
    public Block run(TaskContext context) {
      return new Block(Arrays.stream(values).map(each -> each + 1).toArray());
    }
  }

  /** Sends {@code values} away and back, {@code times} times. */
  private static long[] repeated(TaskContext context, long[] values, int times) {
    long[] last = values;
    for (int i = 0; i < times; i++) {
      last = context.join(context.fork(new Increment(last))).values();
    }
    return last;
  }

  private static void check(GasOptions gas, RuntimeOptions options, int length, int times) {
    Jobs.eachPe(
        gas,
        options,
        (space, runtime) -> {
          Block got = runtime.run(context -> new Block(repeated(context, new long[length], times)));
          assertThat(got.values()).hasSize(length).containsOnly(times);
          if (options == Jobs.FORCED) {
            assertThat(runtime.totalStatistics().remoteSteals()).isEqualTo(times);
          }
        });
  }

  @Test
  void shouldTakeABlockOfAMegabyteThereAndBack() {
    check(Jobs.options(2, 1, 1), Jobs.FORCED, 1 << 17, 20);
  }

  @Test
  void shouldFreeOverflowBuffers() {
    GasOptions small =
        Jobs.options(2, 1, 1).withHeapBytes(2 << 20).withCacheBytes(1 << 20); // 64 KiB for overflow
    check(small, Jobs.EAGER, 1_000, 10_000);
  }

  @Test
  void shouldGoOnWhenThePlaceForOverflowIsFull() {
    GasOptions small = Jobs.options(3, 2, 1).withHeapBytes(2 << 20).withCacheBytes(1 << 20);
    Jobs.eachPe(
        small,
        Jobs.EAGER,
        (space, runtime) -> assertThat(runtime.run(new Spread(40))).isEqualTo(40L * 3_000));
  }

  /** Forks blocks of which two fill the place for overflow. */
  record Spread(int blocks) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      long[] ones = new long[3_000];
      java.util.List<Forked<Block>> forked = new java.util.ArrayList<>();
      for (int i = 0; i < blocks; i++) {
        forked.add(context.fork(new Increment(ones)));
      }
      long sum = 0;
      for (Forked<Block> each : forked) {
        sum += Arrays.stream(context.join(each).values()).sum();
      }
      return sum;
    }
  }

  /** Two of its results fill the place for overflow of the PE that ran it. */
  record Wide() implements Task<Block> {
    @Override
    public Block run(TaskContext context) {
      return new Block(new long[5_000]);
    }
  }

  /** Waits for the younger of two stolen children while the result of the older has arrived. */
  record JoinsBackwards() implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      java.util.List<Forked<Block>> forked = new java.util.ArrayList<>();
      for (int i = 0; i < 6; i++) {
        forked.add(context.fork(new Wide()));
        giveThievesTime();
      }
      long sum = 0;
      for (Forked<Block> each : forked.reversed()) {
        sum += context.join(each).values().length;
      }
      return sum;
    }

    private static void giveThievesTime() {
      long start = System.nanoTime();
      while (System.nanoTime() - start < 3_000_000) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void shouldReadWhatHasArrivedWhileItWaitsForSomethingElse() {
    GasOptions small = Jobs.options(2, 1, 1).withHeapBytes(2 << 20).withCacheBytes(1 << 20);
    Jobs.eachPe(
        small,
        Jobs.EAGER,
        (space, runtime) -> {
          for (int i = 0; i < 5; i++) {
            assertThat(runtime.run(new JoinsBackwards())).isEqualTo(6L * 5_000);
          }
        });
  }

  record Large() implements Task<String> {
    @Override
    public String run(TaskContext context) {
      return "x".repeat(3 << 20);
    }
  }

  @Test
  void shouldRefuseAResultThatIsTooLarge() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1), // 2 MiB for overflow
        Jobs.FORCED,
        (space, runtime) ->
            assertThatThrownBy(
                    () -> runtime.run((Action) context -> context.join(context.fork(new Large()))))
                .isInstanceOf(TaskException.class)
                .cause()
                .hasMessageContaining("the result of task " + Large.class.getName())
                .hasMessageContaining("has 3145733 bytes or more marshalled: at most 2097136 fit")
                .hasMessageContaining("overflow area"));
  }

  /** A task that no buffer holds, one forked behind it, and one when both are gone. */
  record TooLargeAmongSmall() implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
      Forked<Block> large = context.fork(new Increment(new long[3 << 17]));
      Forked<Block> behind = context.fork(new Increment(new long[10]));
      long sum = sum(context.join(behind)) + sum(context.join(large));
      return sum + sum(context.join(context.fork(new Increment(new long[20]))));
    }

    private static long sum(Block block) {
      return Arrays.stream(block.values()).sum();
    }
  }

  @Test
  void shouldRunATaskThatIsTooLargeWhereItWasForked() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1), // 2 MiB for overflow
        Jobs.FORCED,
        (space, runtime) -> {
          assertThat(runtime.run(new TooLargeAmongSmall())).isEqualTo((3L << 17) + 10 + 20);
          assertThat(runtime.totalStatistics().remoteSteals())
              .as("the one behind it, and the one after both")
              .isEqualTo(2);
        });
  }
}
