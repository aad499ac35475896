package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.Network;

class NetworkModelTest {
  private static final long SEED = 1;
  private static final int PES = 4;

  /** 1 us latency, 1 byte per nanosecond. */
  private final NetworkModel model = new NetworkModel(new Network(1000, 8e9), 4, SEED);

  @Test
  void shouldNotCarryForLongerThanItCanCount() {
    NetworkModel model = new NetworkModel(new Network(0, 1e-12), 2, 1);
    assertThatThrownBy(() -> model.put(0, 1, 1, 5))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("from 5 ns on a link would carry");
    NetworkModel slow = new NetworkModel(new Network(0, 1), 2, 1);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1000; i++) {
                slow.put(0, 1, 1 << 30, 0);
              }
            })
        .hasMessageContaining("ns on a link would carry a transfer for 8589934592000000000 ns");
  }

  @Test
  void shouldTakeLatencyAndTransferTime() {
    assertThat(model.put(0, 1, 500, 10_000)).isEqualTo(10_000 + 500 + 1000);
  }

  @Test
  void shouldQueueUpTransfersToOnePe() {
    assertThat(model.put(0, 2, 500, 0)).isEqualTo(1500);
    assertThat(model.put(1, 2, 500, 0)).isEqualTo(2000);
  }

  @Test
  void shouldQueueUpTransfersFromOnePe() {
    assertThat(model.put(0, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.put(0, 2, 500, 0)).isEqualTo(2000);
  }

  @Test
  void shouldLetTransfersOfDifferentPesOverlap() {
    assertThat(model.put(0, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.put(2, 3, 500, 0)).isEqualTo(1500);
  }

  @Test
  void shouldQueueUpGetsFromOnePe() {
    assertThat(model.get(0, 2, 500, 0)).isEqualTo(1500);
    assertThat(model.get(1, 2, 500, 0)).isEqualTo(2000);
  }

  @Test
  void shouldCarryBothWaysAtOnce() {
    assertThat(model.put(0, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.get(0, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.put(1, 0, 500, 0)).isEqualTo(2000);
  }

  @Test
  void shouldNotKeepASendersLinkWhileTheReceiversIsBusy() {
    model.put(0, 1, 500, 0);
    assertThat(model.put(2, 1, 500, 0)).isEqualTo(2000);
    assertThat(model.put(2, 3, 500, 0)).isEqualTo(2000);
  }

  /** The link to PE 1 is promised from 500 to 1000, for what PE 0 sends after something else. */
  @Test
  void shouldFillTheTimeBeforeWhatIsPromised() {
    model.put(0, 2, 500, 0);
    assertThat(model.put(0, 1, 500, 0)).isEqualTo(2000);
    assertThat(model.put(3, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.put(3, 1, 500, 0)).isEqualTo(2500);
  }

  @Test
  void shouldLetAPacketBetweenThoseOfALongTransfer() {
    assertThat(model.put(0, 1, 1_000_000, 0)).isEqualTo(1_001_000);
    assertThat(model.put(0, 1, 4096, 100)).isEqualTo(100 + 4096 + 1000);
    assertThat(model.put(0, 1, 8, 100)).isEqualTo(100 + 4096 + 8 + 1000);
    assertThat(model.put(0, 1, 4097, 100)).isEqualTo(1_000_000 + 4096 + 8 + 4097 + 1000);
  }

  @Test
  void shouldOverlapLatencies() {
    NetworkModel latencyOnly = new NetworkModel(new Network(1000, Network.UNLIMITED), 2, SEED);
    assertThat(latencyOnly.put(0, 1, 1 << 20, 7)).isEqualTo(1007);
    assertThat(latencyOnly.put(0, 1, 1 << 20, 8)).isEqualTo(1008);
  }

  @Test
  void shouldChargeNothingWithinAPeOrOnAFreeNetwork() {
    assertThat(model.isTimed(1, 1)).isFalse();
    assertThat(model.isTimed(1, 2)).isTrue();
    assertThat(new NetworkModel(Network.NONE, 2, SEED).isTimed(0, 1)).isFalse();
  }

  @Test
  void shouldTakeTheRoundsOfADisseminationBarrier() {
    int[] rounds = {0, 1, 2, 2, 3};
    for (int pes = 1; pes <= 5; pes++) {
      assertThat(new NetworkModel(new Network(1000, 8e9), pes, SEED).barrierNanos)
          .isEqualTo(1000L * rounds[pes - 1]);
    }
  }

  @Test
  void shouldTellTheBytesOfALatencyOfEachPair() {
    assertThat(model.bytesPerLatency(0, 1)).isEqualTo(1000);
    assertThat(new NetworkModel(Network.NONE, 2, SEED).bytesPerLatency(0, 1)).isEqualTo(4096);
    NetworkModel hosts =
        new NetworkModel(
            new Network(new Network.Costs.TwoLevel(1000, 8e9, 2, 100, 32e9)), PES, SEED);
    assertThat(hosts.bytesPerLatency(0, 1)).isEqualTo(400);
    assertThat(hosts.bytesPerLatency(0, 2)).isEqualTo(1000);
    NetworkModel tree =
        new NetworkModel(new Network(new Network.Costs.FatTree(500, 8e9, 2, 100, 4)), PES, SEED);
    assertThat(tree.bytesPerLatency(0, 1)).isEqualTo(600);
    assertThat(tree.bytesPerLatency(0, 2)).isEqualTo(800 / 2); // the uplink is half as fast
  }

  @Test
  void shouldLetPassWhatOccupiesNoLink() {
    for (Network network :
        List.of(
            new Network(1000, 8e9),
            new Network(new Network.Costs.TwoLevel(1000, 8e9, 2, 1000, 8e9)),
            new Network(new Network.Costs.FatTree(1000, 8e9, 2, 0, 1)))) {
      NetworkModel busy = new NetworkModel(network, PES, SEED);
      busy.put(0, 2, 500, 0);
      assertThat(busy.put(0, 2, 0, 0)).isEqualTo(1000);
      assertThat(busy.put(0, 2, 1, 0)).isEqualTo(1501);
    }
  }

  /** Any sequence of transfers, compared with links of which every nanosecond is written down. */
  @Property
  void shouldGiveEachTransferTheFirstFreeTime(
      @ForAll @Size(max = 40) List<@From("transfers") Transfer> transfers) {
    NetworkModel fresh = new NetworkModel(new Network(1000, 8e9), PES, SEED);
    boolean[][] packets = new boolean[2 * PES][400_000];
    boolean[][] all = new boolean[2 * PES][400_000];
    long now = 0;
    for (Transfer transfer : transfers) {
      now += transfer.later;
      int source = transfer.isPut ? transfer.issuer : transfer.target;
      int[] links = {source, PES + transfer.issuer + transfer.target - source};
      boolean isPacket = transfer.bytes <= 4096;
      int start = (int) now;
      int end = 0;
      for (int link : links) {
        boolean[] queue = (isPacket ? packets : all)[link];
        while (queue[start]) {
          start++;
        }
        end = Math.max(end, take(queue, start, transfer.bytes));
        if (isPacket) {
          take(all[link], start, transfer.bytes);
        }
      }
      long complete =
          transfer.isPut
              ? fresh.put(transfer.issuer, transfer.target, transfer.bytes, now)
              : fresh.get(transfer.issuer, transfer.target, transfer.bytes, now);
      assertThat(complete).isEqualTo(end + 1000);
    }
  }

  private static int take(boolean[] taken, int from, int nanos) {
    int at = from;
    for (int rest = nanos; rest > 0; at++) {
      if (!taken[at]) {
        taken[at] = true;
        rest--;
      }
    }
    return at;
  }

  record Transfer(boolean isPut, int issuer, int target, int bytes, int later) {}

  @Provide
  Arbitrary<Transfer> transfers() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, PES - 1),
            Arbitraries.integers().between(1, PES - 1),
            Arbitraries.integers().between(1, 9000),
            Arbitraries.integers().between(0, 3000))
        .as((isPut, issuer, distance, bytes, later) ->
            new Transfer(isPut, issuer, (issuer + distance) % PES, bytes, later));
  }

  /** Transfers of 100 ns to one PE, begun by several threads at once, never overlap there. */
  @Test
  void shouldCarryOneTransferAtATimeForAnyNumberOfThreads() {
    List<Network> networks =
        List.of(
            new Network(1000, 8e9),
            new Network(new Network.Costs.LogGp(1000, 8e9, 10, 1)),
            new Network(new Network.Costs.TwoLevel(1000, 8e9, 2, 1000, 8e9)),
            new Network(new Network.Costs.FatTree(1000, 8e9, 2, 0, 1)));
    for (Network network : networks) {
      NetworkModel shared = new NetworkModel(network, PES, SEED);
      int[] senders = {2, 3}; // another host, and another switch, than PE 0
      long[] ends =
          IntStream.range(0, 10_000)
              .parallel()
              .mapToLong(i -> shared.put(senders[i % 2], 0, 101, 0))
              .sorted()
              .toArray();
      assertThat(IntStream.range(1, ends.length).mapToLong(i -> ends[i] - ends[i - 1]))
          .allMatch(apart -> apart >= 100);
    }
  }
}
