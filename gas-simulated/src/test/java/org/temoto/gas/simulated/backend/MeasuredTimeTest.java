package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.temoto.gas.simulated.backend.VirtualPes.LATENCY;
import static org.temoto.gas.simulated.backend.VirtualPes.WORD;
import static org.temoto.gas.simulated.backend.VirtualPes.compute;
import static org.temoto.gas.simulated.backend.VirtualPes.launch;
import static org.temoto.gas.simulated.backend.VirtualPes.time;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.Strands;

/** Tests of virtual time in which computing is measured. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MeasuredTimeTest {
  /** Any strand may find out; here it is one that ends, which wakes another. */
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

  /** The shortest of some runs counts: any other may have been interrupted. */
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

  /** The time that a strand computes before it parks, or joins, or unparks, has passed by then. */
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

  /**
   * It asks by a request of the pacer, which has no other reason here. In some rounds: where the
   * call that wakes is interrupted, the other goes on before it returns.
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
}
