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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Costs;
import org.temoto.gas.Disturbance;
import org.temoto.gas.Disturbance.Slower;
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
    launch(pes, costs, NETWORK, program);
  }

  private static void launch(
      int pes, Costs costs, Network network, Consumer<ProcessingElement> program) {
    GasOptions options = Clusters.options(pes).withSchedule(Schedule.VIRTUAL).withCosts(costs);
    new SimulatedBackend().launch(options.withNetwork(network), program);
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

  /** What a slow PE's steps take more than whole nanoseconds is not lost. */
  @Test
  void shouldComputeSlowerOnSlowPes() {
    for (double factor : List.of(1.02, 1.5, 3.0)) {
      Disturbance slow = new Disturbance(0, Slower.NONE, new Slower(1, factor));
      launch(
          1,
          COSTS,
          NETWORK.withDisturbance(slow),
          pe ->
              assertTook(
                  time(
                      pe,
                      () -> {
                        for (int i = 0; i < 1_000; i++) {
                          pe.strands().charge(7);
                          pe.strands().step();
                        }
                      }),
                  (long) (factor * 1_000 * (7 + COSTS.forkNanos()))));
    }
  }

  @Test
  void shouldEndBeforeMomentsOverflow() {
    assertThatThrownBy(() -> launch(1, pe -> pe.strands().charge(Long.MAX_VALUE)))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("a strand computes for " + Long.MAX_VALUE);
    assertThatThrownBy(() ->
            launch(
                1,
                pe -> {
                  while (true) {
                    pe.strands().charge(1L << 59);
                  }
                }))
        .hasMessageContaining("virtual time, which ends at " + (1L << 61));
  }

  @Test
  void shouldSleepForEverIfItIsForLongerThanTimeLasts() {
    assertThatThrownBy(() -> launch(1, pe -> pe.strands().park(Long.MAX_VALUE - 1_000_000)))
        .hasMessageContaining("deadlock")
        .hasMessageContaining("until somebody wakes it");
  }

  /** Whoever it is that finds out: here a strand that ends, which wakes another. */
  @Test
  void shouldEndWhenTimeDoes() {
    assertThatThrownBy(() ->
            launch(
                2,
                Costs.MEASURED,
                pe -> {
                  long almost = (1L << 61) - 1_000_000 - pe.clock().now();
                  Strands.Strand last =
                      pe.strands()
                          .spawn(
                              "last",
                              () -> {
                                pe.strands().park(almost);
                                compute(5_000_000);
                              });
                  pe.strands().join(last);
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("which ends at " + (1L << 61))
        .satisfies(failure ->
            assertThat(failure.getSuppressed())
                .noneMatch(other -> other.getMessage().contains("never got a turn")));
  }

  /** A task may catch the failure; the job has failed all the same. */
  @Test
  void shouldFailWhenALinkWouldBeTakenForLongerThanTimeLasts() {
    assertThatThrownBy(() ->
            launch(
                2,
                COSTS,
                new Network(0, 1e-9),
                pe -> {
                  if (pe.rank() == 0) {
                    Channel channel = pe.transport().openChannel();
                    assertThatThrownBy(() -> channel.add(1, WORD, 1))
                        .hasMessageContaining("a link would carry");
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("a link would carry")
        .satisfies(failure ->
            assertThat(failure.getSuppressed()).noneMatch(AssertionError.class::isInstance));
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

  /** What arrives at a moment is there for those who go on at that moment. */
  @Test
  void shouldShowAPutAtTheMomentOfItsArrival() {
    long[] arrived = new long[1];
    long[] seen = new long[1];
    launch(
        2,
        pe -> {
          MemorySegment own = pe.heap().segment();
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel();
                Arena arena = Arena.ofConfined()) {
              channel.put(1, WORD, arena.allocateFrom(ValueLayout.JAVA_LONG, 1), 0, Long.BYTES);
              arrived[0] = pe.clock().now() - COSTS.readingNanos();
            }
          } else {
            while (own.get(ValueLayout.JAVA_LONG, WORD) == 0) {
              pe.strands().charge(1);
              seen[0]++;
            }
          }
        });
    assertThat(seen[0]).isEqualTo(arrived[0]).isGreaterThan(LATENCY);
  }

  /** A small operation goes between the packets of a long one, whatever that one's target. */
  @Test
  void shouldNotLetASetWaitForWhatIsOnItsWayToOtherPes() {
    assertThat(seenAfterALongPut(2, false)).isBetween(LATENCY, LATENCY + SLIGHTLY);
    assertThat(seenAfterALongPut(2, true)).isBetween(LATENCY, LATENCY + SLIGHTLY);
    assertThat(seenAfterALongPut(1, false)).isBetween(LATENCY, LATENCY + SLIGHTLY);
  }

  @Test
  void shouldLetASetWaitForWhatAFenceHasAheadOfIt() {
    assertThat(seenAfterALongPut(1, true)).isGreaterThanOrEqualTo(LATENCY + LONG_PUT);
  }

  private static final int LONG_PUT = 100_000;

  /** When {@code target} sees a word that PE 0 sets after a long put to PE 1. */
  private static long seenAfterALongPut(int target, boolean fenced) {
    long[] seen = new long[1];
    launch(
        3,
        pe -> {
          MemorySegment own = pe.heap().segment();
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel();
                Arena arena = Arena.ofConfined()) {
              MemorySegment from = arena.allocate(LONG_PUT).fill((byte) 1);
              channel.putNonBlocking(1, 1024, from, 0, LONG_PUT);
              if (fenced) {
                channel.fence();
              }
              channel.set(target, WORD + Long.BYTES, 1);
              channel.set(target, WORD, 1);
              channel.quiet();
            }
          } else if (pe.rank() == target) {
            while (own.get(ValueLayout.JAVA_LONG, WORD) == 0) {
              pe.strands().charge(1);
              seen[0]++;
            }
            if (fenced && target == 1) {
              assertThat(own.get(ValueLayout.JAVA_BYTE, 1024 + LONG_PUT - 1)).isOne();
            }
          }
        });
    return seen[0];
  }

  /** A get is not ordered by fences. */
  @Test
  void shouldNotLetAGetWaitForWhatAFenceHasAheadOfOthers() {
    launch(
        2,
        pe -> {
          MemorySegment own = pe.heap().segment();
          own.set(ValueLayout.JAVA_LONG, WORD, 1);
          pe.transport().barrier();
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel();
                Arena arena = Arena.ofConfined()) {
              MemorySegment to = arena.allocate(Long.BYTES, Long.BYTES);
              channel.putNonBlocking(1, 1024, arena.allocate(LONG_PUT), 0, LONG_PUT);
              channel.fence();
              channel.getNonBlocking(1, WORD, to, 0, Long.BYTES);
              long start = pe.clock().now();
              while (to.get(ValueLayout.JAVA_LONG, 0) == 0) {
                pe.strands().charge(1);
              }
              assertTook(pe.clock().now() - start, LATENCY);
              channel.quiet();
            }
          }
        });
  }

  /** Thousands on their way, each fenced from the last: what took cubic time once. */
  @Test
  @Timeout(10)
  void shouldDeliverManyThatFencesOrder() {
    int count = 4_000;
    launch(
        3,
        pe -> {
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel()) {
              for (int i = 0; i < count; i++) {
                channel.add(1 + i % 2, WORD, 1);
                channel.fence();
              }
              channel.quiet();
              assertThat(channel.fetch(1, WORD) + channel.fetch(2, WORD)).isEqualTo(count);
            }
          }
        });
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
                  order.add(pe.strands().current().name());
                }
              };
          Strands.Strand other = pe.strands().spawn("other", body);
          body.run();
          pe.strands().join(other);
        });
    assertThat(order)
        .containsExactly("pe0-main", "pe0-other", "pe0-main", "pe0-other", "pe0-main", "pe0-other");
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

  /** Who sleeps for a time, and would go on before a waking reaches it, does. */
  @Test
  void shouldNotPutOffByWakingIt() {
    launch(
        1,
        pe -> {
          long[] slept = new long[1];
          Strands.Strand sleeper =
              pe.strands()
                  .spawn("sleeper", () -> slept[0] = time(pe, () -> pe.strands().park(3_000)));
          pe.strands().charge(COSTS.startNanos() + 2_990);
          pe.strands().unpark(sleeper);
          pe.strands().join(sleeper);
          assertTook(slept[0], 3_000 + COSTS.timerNanos());
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

  /** A post takes 30 ns (decision 0022); by the shortest of many, as others are interrupted. */
  @Test
  void shouldTakeTimeToHandTheNetworkAnOperation() {
    launch(
        2,
        Costs.MEASURED,
        pe -> {
          if (pe.rank() == 1) {
            return;
          }
          try (Channel channel = pe.transport().openChannel()) {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 20_000; i++) {
              long start = pe.clock().now();
              channel.add(1, WORD, 1);
              least = Math.min(least, pe.clock().now() - start);
            }
            assertThat(least).isGreaterThanOrEqualTo(30);
          }
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

  /** What a strand computes before it parks, or joins, or unparks, has passed by then. */
  @Test
  void shouldMeasureWhatIsComputedBeforeAWait() {
    launch(
        1,
        Costs.MEASURED,
        pe -> {
          Strands strands = pe.strands();
          long start = pe.clock().now();
          long[] parked = new long[1];
          Strands.Strand sleeper =
              strands.spawn(
                  "sleeper",
                  () -> {
                    compute(5_000_000);
                    strands.park(); // long since unparked
                    parked[0] = pe.clock().now() - start;
                  });
          compute(1_000_000);
          strands.unpark(sleeper);
          strands.join(sleeper);
          assertThat(parked[0]).as("parked").isGreaterThan(4_000_000);

          long joining = pe.clock().now();
          Strands.Strand shortLived = strands.spawn("short", () -> {});
          compute(5_000_000);
          strands.join(shortLived); // long since ended
          assertThat(pe.clock().now() - joining).as("joined").isGreaterThan(4_000_000);

          long unparking = pe.clock().now();
          Strands.Strand waiting =
              strands.spawn(
                  "waiting",
                  () -> {
                    strands.park();
                    parked[0] = pe.clock().now() - unparking;
                  });
          compute(5_000_000);
          strands.unpark(waiting);
          strands.join(waiting);
          assertThat(parked[0]).as("unparked").isGreaterThan(4_000_000);
        });
  }

  /** Keeps a core for so long. */
  private static void compute(long nanos) {
    ThreadClock thread = new ThreadClock();
    long before = thread.now();
    while (thread.now() - before < nanos) {
      Thread.onSpinWait();
    }
  }

  /**
   * By a request of the pacer, which has no other reason here. In some rounds: where the call that
   * wakes is interrupted, the other goes on before it returns.
   */
  @Test
  void shouldAskWhoComputesToLookUpWhenItHasWokenAnother() {
    boolean[] asked = new boolean[1];
    AtomicBoolean attend = new AtomicBoolean();
    launch(
        1,
        Costs.MEASURED,
        pe -> {
          pe.strands().stepAlways(() -> attend.set(true));
          for (int round = 0; round < 20 && !asked[0]; round++) {
            Strands.Strand sleeper = pe.strands().spawn("sleeper", () -> pe.strands().park());
            pe.strands().park(1_000_000); // until it sleeps
            pe.strands().charge(0);
            attend.set(false);
            pe.strands().unpark(sleeper);
            long end = System.nanoTime() + 300_000_000;
            while (!attend.get() && System.nanoTime() < end) {
              Thread.onSpinWait();
            }
            asked[0] = attend.get();
            pe.strands().join(sleeper);
          }
        });
    assertThat(asked[0]).isTrue();
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
  void shouldEndWhoOnlyComputesWhenAnotherFails() {
    assertThatThrownBy(() ->
            launch(
                3,
                pe -> {
                  pe.strands().charge(10_000);
                  if (pe.rank() == 0) {
                    throw new IllegalStateException("PE 0 fails");
                  }
                  while (true) {
                    if (pe.rank() == 1) {
                      pe.strands().charge(100);
                    } else {
                      pe.strands().step();
                    }
                  }
                }))
        .hasMessage("PE 0 fails");
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
