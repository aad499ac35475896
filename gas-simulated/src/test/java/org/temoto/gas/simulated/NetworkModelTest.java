package org.temoto.gas.simulated;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.temoto.gas.Network;
import org.temoto.gas.NetworkCosts;

class NetworkModelTest {
  private static final long SEED = 1;
  private static final int PES = 4;

  /** 1 us latency, 1 byte per nanosecond. */
  private final NetworkModel model = new NetworkModel(new Network(1000, 8e9), 4, SEED);

  @Test
  void shouldTakeLatencyAndTransferTime() {
    assertThat(model.complete(0, 1, 500, 10_000)).isEqualTo(10_000 + 500 + 1000);
  }

  @Test
  void shouldQueueUpTransfersToOnePe() {
    assertThat(model.complete(0, 2, 500, 0)).isEqualTo(1500);
    assertThat(model.complete(1, 2, 500, 0)).isEqualTo(2000);
  }

  @Test
  void shouldQueueUpTransfersFromOnePe() {
    assertThat(model.complete(0, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.complete(0, 2, 500, 0)).isEqualTo(2000);
  }

  @Test
  void shouldLetTransfersOfDifferentPesOverlap() {
    assertThat(model.complete(0, 1, 500, 0)).isEqualTo(1500);
    assertThat(model.complete(2, 3, 500, 0)).isEqualTo(1500);
  }

  @Test
  void shouldKeepTheInitiatorBusyWhileItWaitsForTheTarget() {
    model.complete(0, 1, 500, 0);
    assertThat(model.complete(2, 1, 500, 0)).isEqualTo(2000);
    assertThat(model.complete(2, 3, 500, 0)).isEqualTo(2500);
  }

  @Test
  void shouldOverlapLatencies() {
    NetworkModel latencyOnly = new NetworkModel(new Network(1000, Network.UNLIMITED), 2, SEED);
    assertThat(latencyOnly.complete(0, 1, 1 << 20, 7)).isEqualTo(1007);
    assertThat(latencyOnly.complete(0, 1, 1 << 20, 8)).isEqualTo(1008);
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
      assertThat(new NetworkModel(new Network(1000, 8e9), pes, SEED).barrierNanos())
          .isEqualTo(1000L * rounds[pes - 1]);
    }
  }

  @Test
  void shouldLetPassWhatOccupiesNoLink() {
    for (Network network :
        List.of(
            new Network(1000, 8e9),
            new Network(new NetworkCosts.TwoLevel(1000, 8e9, 2, 1000, 8e9)),
            new Network(new NetworkCosts.FatTree(1000, 8e9, 2, 0, 1)))) {
      NetworkModel busy = new NetworkModel(network, PES, SEED);
      busy.complete(0, 2, 500, 0);
      assertThat(busy.complete(0, 2, 0, 0)).isEqualTo(1000);
      assertThat(busy.complete(0, 2, 1, 0)).isEqualTo(1501);
    }
  }

  /** The model as P1 has it, where one after the other begins; 1 byte per nanosecond. */
  @Property
  void shouldTakeWhatTheFormulaSaysForAnySequence(
      @ForAll @Size(max = 40) List<@From("transfers") Transfer> transfers) {
    NetworkModel fresh = new NetworkModel(new Network(1000, 8e9), PES, SEED);
    long[] free = new long[PES];
    for (Transfer transfer : transfers) {
      long start = Math.max(transfer.now, Math.max(free[transfer.from], free[transfer.to]));
      assertThat(fresh.complete(transfer.from, transfer.to, transfer.bytes, transfer.now))
          .isEqualTo(start + transfer.bytes + 1000);
      free[transfer.from] = start + transfer.bytes;
      free[transfer.to] = start + transfer.bytes;
    }
  }

  record Transfer(int from, int to, int bytes, long now) {}

  @Provide
  Arbitrary<Transfer> transfers() {
    return Combinators.combine(
            Arbitraries.integers().between(0, PES - 1),
            Arbitraries.integers().between(1, PES - 1),
            Arbitraries.integers().between(1, 500),
            Arbitraries.longs().between(0, 2000))
        .as((from, distance, bytes, now) ->
            new Transfer(from, (from + distance) % PES, bytes, now));
  }

  /** Transfers of 100 ns to one PE, begun by several threads at once, never overlap there. */
  @Test
  void shouldCarryOneTransferAtATimeForAnyNumberOfThreads() {
    List<Network> networks =
        List.of(
            new Network(1000, 8e9),
            new Network(new NetworkCosts.LogGp(1000, 8e9, 10, 1)),
            new Network(new NetworkCosts.TwoLevel(1000, 8e9, 2, 1000, 8e9)),
            new Network(new NetworkCosts.FatTree(1000, 8e9, 2, 0, 1)));
    for (Network network : networks) {
      NetworkModel shared = new NetworkModel(network, PES, SEED);
      int[] senders = {2, 3}; // another host, and another switch, than PE 0
      long[] ends =
          IntStream.range(0, 10_000)
              .parallel()
              .mapToLong(i -> shared.complete(senders[i % 2], 0, 101, 0))
              .sorted()
              .toArray();
      assertThat(IntStream.range(1, ends.length).mapToLong(i -> ends[i] - ends[i - 1]))
          .allMatch(apart -> apart >= 100);
    }
  }
}
