package org.temoto.gas.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Costs;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Network;
import org.temoto.gas.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;

/** Who goes on when, and what takes how long, in virtual time. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VirtualTimeTest {
  private static final long WORD = 64;
  private static final long LATENCY = 2_000;

  /** 1 byte per nanosecond. */
  private static final Network NETWORK = new Network(LATENCY, 8e9);

  /** Reading the clock and scheduling points take 1 ns, nothing else anything. */
  private static final Costs COSTS = new Costs(false, 10, 1, 1, 700, 40, 50);

  /** More than all readings and points of a test take together. */
  private static final long SLIGHTLY = 100;

  private static void launch(int pes, Consumer<ProcessingElement> program) {
    launch(pes, COSTS, program);
  }

  private static void launch(int pes, Costs costs, Consumer<ProcessingElement> program) {
    GasOptions options = Clusters.options(pes).withSchedule(Schedule.VIRTUAL).withCosts(costs);
    new SimulatedBackend().launch(options.withNetwork(NETWORK), program);
  }

  private static void assertTook(long nanos, long expected) {
    assertThat(nanos).isBetween(expected, expected + SLIGHTLY);
  }

  private static long time(ProcessingElement pe, Runnable action) {
    long start = pe.clock().now();
    action.run();
    return pe.clock().now() - start;
  }

  @Test
  void shouldTakeWhatTheNetworkTakes() {
    launch(
        2,
        pe -> {
          try (Channel channel = pe.transport().openChannel();
              Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(4096);
            if (pe.rank() == 0) {
              assertTook(time(pe, () -> channel.get(1, 0, bytes, 0, 4096)), LATENCY + 4096);
              assertTook(time(pe, () -> channel.fetchAdd(1, WORD, 1)), LATENCY + 8);
              assertTook(time(pe, () -> channel.putNonBlocking(1, 0, bytes, 0, 4096)), 0);
              assertTook(time(pe, channel::quiet), LATENCY + 4096 - SLIGHTLY / 2);
              assertTook(time(pe, () -> channel.get(0, 0, bytes, 0, 4096)), 0);
            }
          }
          pe.transport().barrier();
        });
  }

  @Test
  void shouldTakeWhatComputingIsSaidToTake() {
    launch(
        1,
        pe -> {
          assertTook(time(pe, () -> pe.strands().charge(1_000_000)), 1_000_000);
          assertTook(time(pe, pe.strands()::step), COSTS.forkNanos());
          assertTook(time(pe, () -> pe.strands().park(3_000)), 3_000 + COSTS.timerNanos());
          assertThatThrownBy(() -> pe.strands().charge(-1)).hasMessageContaining("nanos=-1");
        });
  }

  @Test
  void shouldLetPesComputeAtTheSameTime() {
    launch(
        4,
        pe -> {
          long start = pe.clock().now();
          pe.strands().charge(1_000_000L * (pe.rank() + 1));
          pe.transport().barrier();
          assertTook(pe.clock().now() - start, 4_000_000 + 2 * LATENCY);
        });
  }

  @Test
  void shouldShowAnAddWhenTheNetworkHasCarriedItAndNotBefore() {
    List<Long> seen = new ArrayList<>();
    launch(
        2,
        pe -> {
          try (Channel channel = pe.transport().openChannel()) {
            if (pe.rank() == 0) {
              channel.add(1, WORD, 1); // and goes away without a quiet
              pe.strands().park(100_000);
            } else {
              MemorySegment own = pe.heap().segment();
              for (int i = 0; i < 50; i++) {
                pe.strands().charge(100);
                if (own.get(ValueLayout.JAVA_LONG, WORD) == 1) {
                  seen.add(pe.clock().now());
                }
              }
            }
          }
        });
    assertThat(seen.getFirst())
        .isBetween(LATENCY + 8, LATENCY + 8 + 2 * SLIGHTLY); // looks each 100
    assertThat(seen).hasSizeGreaterThan(20);
  }

  @Test
  void shouldLetTheOneGoOnWhoIsBehind() {
    List<String> order = new ArrayList<>();
    launch(
        2,
        pe -> {
          long step = pe.rank() == 0 ? 300 : 700;
          for (int i = 1; i <= 3; i++) {
            pe.strands().charge(step);
            pe.strands().yield();
            order.add(pe.rank() + "-" + i);
          }
        });
    assertThat(order).containsExactly("0-1", "0-2", "1-1", "0-3", "1-2", "1-3");
  }

  @Test
  void shouldComputeAheadOfOtherPesNoFurtherThanTheyReach() {
    List<String> order = new ArrayList<>();
    launch(
        2,
        pe -> {
          for (int i = 1; i <= 3; i++) {
            pe.strands().charge(LATENCY / 2 - 100);
            order.add(pe.rank() + "-" + i);
          }
        });
    // PE 0 stops at 1800, for PE 1, at 0, reaches it from 1000 on; PE 1 at 2700 is not reached.
    assertThat(order).containsExactly("0-1", "1-1", "1-2", "1-3", "0-2", "0-3");
  }

  @Test
  void shouldNotComputeAheadOfAnotherStrandOfThePe() {
    List<String> order = new ArrayList<>();
    launch(
        1,
        pe -> {
          Runnable body =
              () -> {
                for (int i = 1; i <= 3; i++) {
                  pe.strands().charge(100);
                  order.add(pe.strands().current().name().substring("pe0-".length()) + "-" + i);
                }
              };
          Strands.Strand other = pe.strands().spawn("other", body);
          body.run();
          pe.strands().join(other);
        });
    assertThat(order)
        .containsExactlyInAnyOrder("main-1", "other-1", "main-2", "other-2", "main-3", "other-3");
    assertThat(order.subList(0, 2)).doesNotHaveDuplicates().contains("other-1");
  }

  @Test
  void shouldTakeTimeToStartAStrand() {
    launch(
        1,
        pe -> {
          long[] begun = new long[1];
          long start = pe.clock().now();
          pe.strands().join(pe.strands().spawn("new", () -> begun[0] = pe.clock().now()));
          assertTook(begun[0] - start, COSTS.startNanos());
        });
  }

  @Test
  void shouldTakeTimeToWakeAStrand() {
    launch(
        1,
        pe -> {
          long[] woken = new long[1];
          Strands.Strand sleeper =
              pe.strands()
                  .spawn(
                      "sleeper",
                      () -> {
                        pe.strands().park();
                        woken[0] = pe.clock().now();
                      });
          pe.strands().charge(5_000);
          long waking = pe.clock().now();
          pe.strands().unpark(sleeper);
          pe.strands().join(sleeper);
          assertTook(woken[0] - waking, COSTS.wakeNanos());
        });
  }

  @Test
  void shouldQueueUpAtAPeThatMakesOthersWait() {
    List<Long> ends = new ArrayList<>();
    launch(
        5,
        pe -> {
          try (Channel channel = pe.transport().openChannel();
              Arena arena = Arena.ofConfined()) {
            if (pe.rank() > 0) {
              MemorySegment bytes = arena.allocate(100_000);
              channel.get(0, 0, bytes, 0, 100_000);
              ends.add(pe.clock().now());
            }
          }
        });
    for (int i = 0; i < 4; i++) {
      assertTook(ends.get(i), LATENCY + 100_000L * (i + 1));
    }
  }

  @Test
  void shouldMeasureWhatIsComputedWhereThatIsAsked() {
    launch(
        1,
        Costs.MEASURED,
        pe -> {
          ThreadClock thread = new ThreadClock();
          long before = thread.now();
          long virtual =
              time(
                  pe,
                  () -> {
                    while (thread.now() - before < 20_000_000) {
                      Thread.onSpinWait();
                    }
                  });
          long computed = thread.now() - before;
          assertThat(virtual).isBetween(15_000_000L, computed);
          assertThat(time(pe, () -> pe.strands().charge(1_000_000_000)))
              .as("a measured program is not charged twice")
              .isLessThan(500_000_000);
        });
  }

  /** By the shortest of some runs: any other may have been interrupted. */
  @Test
  void shouldNotMeasureWhatTheNetworkDoes() {
    int bytes = 1 << 20;
    launch(
        2,
        Costs.MEASURED,
        pe -> {
          if (pe.rank() == 1) {
            return;
          }
          try (Channel channel = pe.transport().openChannel();
              Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(bytes);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 50; i++) {
              least = Math.min(least, time(pe, () -> channel.get(1, 0, to, 0, bytes)));
            }
            assertThat(least - LATENCY - bytes)
                .as("not what copying takes here, 40 us and more")
                .isBetween(0L, 20_000L);
          }
        });
  }

  @Test
  void shouldReportADeadlockWithEveryStrand() {
    assertThatThrownBy(() ->
            launch(
                3,
                pe -> {
                  if (pe.rank() == 1) {
                    pe.strands().park();
                  }
                  pe.transport().barrier();
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("deadlock: no strand can go on; virtual time")
        .hasMessageContaining("pe0-main: waits at a barrier, until somebody wakes it")
        .hasMessageContaining("pe1-main: parked, until somebody wakes it");
  }

  @Test
  void shouldEndAllStrandsWhenOneFails() {
    Throwable failure =
        catchThrowable(() ->
            launch(
                20,
                pe -> {
                  if (pe.rank() == 11) {
                    pe.strands().charge(1_000);
                    throw new IllegalStateException("PE 11 fails");
                  }
                  while (pe.rank() % 2 == 0) {
                    pe.strands().yield();
                  }
                  pe.strands().park();
                }));
    assertThat(failure).hasMessage("PE 11 fails");
    assertThat(failure.getSuppressed()[0]).hasMessageContaining("virtual time");
  }

  @Test
  void shouldEndWhenTheLauncherIsInterrupted() {
    Thread launcher = Thread.currentThread();
    Throwable failure =
        catchThrowable(() ->
            launch(
                2,
                pe -> {
                  launcher.interrupt();
                  while (true) {
                    pe.strands().yield();
                  }
                }));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure).hasMessageContaining("the job was interrupted");
  }
}
