package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;

/** Tests of the simple model without contention, beside the one with it. */
class ContentionFreeTest {
  private static final long SEED = 1;
  private static final int PES = 4;

  /** Longer than a packet. */
  private static final int BYTES = 5000;

  /** 1 us latency, 1 byte per nanosecond. */
  private static final Network NETWORK = new Network(new Network.Costs.ContentionFree(1000, 8e9));

  private final NetworkModel model = new NetworkModel(NETWORK, PES, SEED);
  private final NetworkModel contended = new NetworkModel(new Network(1000, 8e9), PES, SEED);

  @Test
  void shouldCarryTransfersToOnePeAtOnce() {
    assertThat(model.put(0, 2, BYTES, 7)).isEqualTo(7 + 1000 + BYTES);
    assertThat(model.put(1, 2, BYTES, 7)).isEqualTo(7 + 1000 + BYTES);
    assertThat(contended.put(0, 2, BYTES, 7)).isEqualTo(7 + 1000 + BYTES);
    assertThat(contended.put(1, 2, BYTES, 7)).isEqualTo(7 + 1000 + 2 * BYTES);
  }

  @Test
  void shouldCarryTransfersFromOnePeAtOnce() {
    for (int target = 1; target < PES; target++) {
      assertThat(model.put(0, target, BYTES, 0)).isEqualTo(1000 + BYTES);
      assertThat(model.get(target, 0, BYTES, 0)).isEqualTo(1000 + BYTES);
      assertThat(contended.put(0, target, BYTES, 0)).isEqualTo(1000 + (2L * target - 1) * BYTES);
      assertThat(contended.get(target, 0, BYTES, 0)).isEqualTo(1000 + 2L * target * BYTES);
    }
  }

  @Test
  void shouldCarryAnyNumberOfTransfersAtOnce() {
    for (int i = 0; i < 1000; i++) {
      assertThat(model.put(0, 1, BYTES, 0)).isEqualTo(1000 + BYTES);
      assertThat(model.put(0, 1, 8, 0)).isEqualTo(1000 + 8);
    }
  }

  @Test
  void shouldTakeWhatTransfersByThemselvesTakeWithContention() {
    for (int i = 0; i < 100; i++) {
      long now = i * 1_000_000L;
      long bytes = i * 100L;
      assertThat(model.put(0, 1, bytes, now)).isEqualTo(contended.put(0, 1, bytes, now));
      assertThat(model.get(2, 3, bytes, now)).isEqualTo(contended.get(2, 3, bytes, now));
    }
    for (int pes = 1; pes <= 9; pes++) {
      assertThat(new NetworkModel(NETWORK, pes, SEED).barrierNanos)
          .isEqualTo(new NetworkModel(new Network(1000, 8e9), pes, SEED).barrierNanos);
    }
    assertThat(model.shortestWay()).isEqualTo(contended.shortestWay());
    assertThat(model.returnNanos(0, 1)).isEqualTo(contended.returnNanos(0, 1));
    assertThat(model.isSameHost(0, 1)).isFalse();
  }

  @Test
  void shouldBeDisturbed() {
    Disturbance slow = new Disturbance(0, new Slower(1, 4), Slower.NONE);
    NetworkModel stragglers = new NetworkModel(new Network(NETWORK.costs(), slow), PES, SEED);
    assertThat(stragglers.put(0, 2, BYTES, 0)).isEqualTo(4 * (1000 + BYTES));
    assertThat(stragglers.put(1, 2, BYTES, 0)).isEqualTo(4 * (1000 + BYTES));
    assertThat(stragglers.barrierNanos).isEqualTo(4 * 2 * 1000);

    Disturbance drawn = new Disturbance(0.5, Slower.NONE, Slower.NONE);
    NetworkModel jitter = new NetworkModel(new Network(NETWORK.costs(), drawn), PES, SEED);
    NetworkModel same =
        new NetworkModel(new Network(new Network.Costs.Simple(1000, 8e9), drawn), PES, SEED);
    for (int i = 0; i < 100; i++) {
      long now = i * 1_000_000L;
      long end = jitter.put(0, 1, BYTES, now);
      assertThat(end - now).isBetween(1000L + BYTES, 1500L + BYTES);
      assertThat(end).isEqualTo(same.put(0, 1, BYTES, now));
    }
  }

  @Test
  void shouldNotCarryForLongerThanItCanCount() {
    Network endless = new Network(new Network.Costs.ContentionFree(0, 1e-12));
    NetworkModel model = new NetworkModel(endless, 2, SEED);
    assertThatThrownBy(() -> model.put(0, 1, 1, 5))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("from 5 ns on a link would carry");
  }
}
