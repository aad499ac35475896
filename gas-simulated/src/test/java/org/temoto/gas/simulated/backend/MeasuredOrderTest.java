package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Tests of strands whose computing is measured: they run ahead of each other, but what they do to
 * each other, and to the network, happens in the order of its moments. Each round starts with all
 * PEs at one moment, and the strand with the first turn computes ahead, for less than the pacer
 * allows.
 *
 * <p>An interrupted strand computes for longer, and a round shows less then: no round can fail for
 * that.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MeasuredOrderTest {
  private static final int ROUNDS = 60;
  private static final long WORD = 64;
  private static final long LATENCY = 2_000;

  /** One byte per nanosecond. */
  private static final Network NETWORK = new Network(LATENCY, 8e9);

  private static void launch(int pes, Network network, Consumer<ProcessingElement> program) {
    GasOptions options =
        Clusters.options(pes)
            .with(
                SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(Schedule.VIRTUAL));
    new SimulatedBackend()
        .launch(
            options.with(
                SimulationOptions.DEFAULT,
                simulation -> simulation.withCosts(Costs.MEASURED).withNetwork(network)),
            program);
  }

  /** Computes for so long, or longer if it is interrupted; returns how long it was. */
  private static long compute(long nanos) {
    long start = System.nanoTime();
    long passed = 0;
    while (passed < nanos) {
      Thread.onSpinWait();
      passed = System.nanoTime() - start;
    }
    return passed;
  }

  /** Long puts to one PE, and later short ones, at which the link may forget what has passed. */
  @Test
  void shouldCarryOneTransferAtATimeThoughPostedOutOfOrder() {
    int bytes = 10_000;
    long[][] starts = new long[ROUNDS][3];
    long[][] ends = new long[ROUNDS][3];
    launch(
        3,
        NETWORK,
        pe -> {
          long area = pe.heap().allocate(bytes, 8);
          try (Channel channel = pe.transport().openChannel();
              Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(bytes);
            for (int round = 0; round < ROUNDS; round++) {
              pe.transport().barrier();
              if (pe.rank() > 0) {
                starts[round][pe.rank()] = pe.clock().now();
                channel.putNonBlocking(0, area, from, 0, bytes);
                compute(12_000);
                channel.putNonBlocking(0, area, from, 0, 8);
                channel.quiet();
                ends[round][pe.rank()] = pe.clock().now();
              }
            }
          }
        });
    for (int round = 0; round < ROUNDS; round++) {
      long start = Math.min(starts[round][1], starts[round][2]);
      long end = Math.max(ends[round][1], ends[round][2]);
      assertThat(end - start).as("round %d", round).isGreaterThanOrEqualTo(LATENCY + 2L * bytes);
    }
  }

  @Test
  void shouldNotLetAQuietShowOthersWhatIsStillOnItsWay() {
    assertThatASetIsSeenAfterItsLatency(Channel::quiet);
  }

  @Test
  void shouldNotLetAskingForBuffersShowOthersWhatIsStillOnItsWay() {
    assertThatASetIsSeenAfterItsLatency(Channel::holdsBuffers);
  }

  private static void assertThatASetIsSeenAfterItsLatency(Consumer<Channel> complete) {
    long[] issued = new long[ROUNDS];
    long[] seen = new long[ROUNDS];
    launch(
        2,
        NETWORK,
        pe -> {
          MemorySegment own = pe.heap().segment();
          try (Channel channel = pe.transport().openChannel()) {
            for (int round = 0; round < ROUNDS; round++) {
              pe.transport().barrier();
              if (pe.rank() == round % 2) { // the first turn is the one's or the other's
                issued[round] = pe.clock().now();
                channel.set(1 - pe.rank(), WORD, round + 1);
                compute(6_000);
                complete.accept(channel);
              } else {
                while (own.get(ValueLayout.JAVA_LONG, WORD) != round + 1) {
                  compute(200);
                  pe.clock().now();
                }
                seen[round] = pe.clock().now();
              }
            }
          }
        });
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(seen[round] - issued[round])
          .as("round %d", round)
          .isGreaterThanOrEqualTo(LATENCY + Long.BYTES);
    }
  }

  /**
   * Posting lets those go on who are behind by more than the pacer lets a strand be ahead, and only
   * them.
   */
  @Test
  void shouldLetOthersGoOnAtAPostOnlyIfTheyAreFarBehind() {
    assertThat(roundsInWhichThePosterWasFirst(100_000)).isZero();
    assertThat(roundsInWhichThePosterWasFirst(2_000)).isPositive();
  }

  private static int roundsInWhichThePosterWasFirst(long nanos) {
    int[] first = new int[1];
    int[] last = new int[1];
    launch(
        2,
        NETWORK,
        pe -> {
          try (Channel channel = pe.transport().openChannel()) {
            for (int round = 1; round <= ROUNDS; round++) {
              pe.transport().barrier();
              int own = pe.rank();
              boolean posts = own == round % 2;
              if (posts) {
                VirtualPes.compute(nanos);
                channel.add(1 - own, WORD, 1);
              }
              if (last[0] < round) {
                last[0] = round;
                first[0] += posts ? 1 : 0;
              }
              pe.transport().barrier();
            }
          }
        });
    return first[0];
  }

  /** The moment of the operation counts on a network that takes no time, too. */
  @Test
  void shouldSwapInTheOrderOfMomentsThoughTheNetworkTakesNoTime() {
    long early = 1_000;
    long late = 8_000;
    long[][] computed = new long[ROUNDS][2];
    long[][] starts = new long[ROUNDS][2];
    long[][] ends = new long[ROUNDS][2];
    long[][] found = new long[ROUNDS][2];
    launch(
        3,
        new Network(0, 100e9),
        pe -> {
          int rank = pe.rank();
          long words = pe.heap().allocate(ROUNDS * Long.BYTES, Long.BYTES);
          try (Channel channel = pe.transport().openChannel()) {
            for (int round = 0; round < ROUNDS; round++) {
              pe.transport().barrier();
              if (rank < 2) {
                starts[round][rank] = pe.clock().now();
                computed[round][rank] = compute(rank == round % 2 ? late : early);
                long word = words + (long) round * Long.BYTES;
                found[round][rank] = channel.compareAndSwap(2, word, 0, rank + 1);
                ends[round][rank] = pe.clock().now();
              }
            }
          }
        });
    int compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int slow = round % 2;
      int fast = 1 - slow;
      boolean interrupted = computed[round][slow] > late + 1_000; // of which not all is its own
      if (!interrupted && ends[round][fast] < starts[round][slow] + late / 2) {
        compared++;
        assertThat(found[round][fast]).as("round %d", round).isZero();
        assertThat(found[round][slow]).as("round %d", round).isEqualTo(fast + 1);
      }
    }
    assertThat(compared).as("rounds in which the earlier was not interrupted").isPositive();
  }
}
