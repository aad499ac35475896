package org.temoto.gas.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.Network;

class NetworkModelTest {
  private static final long SEED = 1;

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
}
