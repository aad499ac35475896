package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.temoto.gas.simulated.backend.VirtualPes.COSTS;
import static org.temoto.gas.simulated.backend.VirtualPes.LATENCY;
import static org.temoto.gas.simulated.backend.VirtualPes.NETWORK;
import static org.temoto.gas.simulated.backend.VirtualPes.assertTook;
import static org.temoto.gas.simulated.backend.VirtualPes.launch;
import static org.temoto.gas.simulated.backend.VirtualPes.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;
import org.temoto.gas.spi.Strands;

/** Tests of virtual time: the order in which strands go on, and the time that their steps take. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VirtualTimeTest {
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

  /** Fractions of a nanosecond by which a slow PE's steps are longer are not lost. */
  @Test
  void shouldComputeSlowerOnSlowPes() {
    for (double factor : List.of(1.02, 1.5, 3.0)) {
      Disturbance slow = new Disturbance(0, Slower.NONE, new Slower(1, factor));
      launch(
          1,
          COSTS,
          new Network(NETWORK.costs(), slow),
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
        .hasMessageContaining("until a strand wakes it");
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

  /** A strand that sleeps for a time goes on after it, if a waking would reach it later. */
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
        .hasMessageContaining("pe0-main: waits at a barrier, until a strand wakes it")
        .hasMessageContaining("pe1-main: parked, until a strand wakes it");
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
