package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;

class LogGpTest {
  private static final long SEED = 1;

  /** L = 1 us, G = 1 ns per byte, o = 300 ns, g = 50 ns. */
  private static final Network.Costs.LogGp COSTS = new Network.Costs.LogGp(1000, 8e9, 300, 50);

  private final NetworkModel model = new NetworkModel(new Network(COSTS), 4, SEED);

  @Test
  void shouldCarryTheFirstByteByTheLatency() {
    assertThat(model.put(0, 1, 1, 10_000)).isEqualTo(11_000);
    assertThat(model.put(2, 3, 101, 10_000)).isEqualTo(10_000 + 100 + 1000);
  }

  @Test
  void shouldLeaveAGapAfterEachMessageOfAPe() {
    assertThat(model.put(0, 1, 1, 0)).isEqualTo(1000);
    assertThat(model.put(0, 2, 1, 0)).isEqualTo(1050);
    assertThat(model.put(0, 3, 201, 0)).isEqualTo(1100 + 200);
    assertThat(model.put(0, 1, 1, 0)).isEqualTo(100 + 200 + 50 + 1000);
  }

  @Test
  void shouldLeaveAGapAfterEachMessageToAPe() {
    for (int from = 1; from < 4; from++) {
      assertThat(model.put(from, 0, 1, 0)).isEqualTo(1000 + 50 * (from - 1));
    }
  }

  @Test
  void shouldChargeTheOverheadToTheStrand() {
    assertThat(model.overheadNanos(0)).isEqualTo(300);
    assertThat(new NetworkModel(new Network(1000, 8e9), 4, SEED).overheadNanos(0)).isZero();
  }

  @Test
  void shouldPayTheOverheadInEachRoundOfABarrier() {
    assertThat(model.barrierNanos).isEqualTo(2 * (300 + 1000));
  }

  @Test
  void shouldWaitInABarrierForTheOverheadOfSlowPesOnly() {
    Slower slower = new Slower(0.25, 3);
    NetworkModel slowPe =
        new NetworkModel(new Network(COSTS, new Disturbance(0, Slower.NONE, slower)), 4, SEED);
    assertThat(slowPe.barrierNanos).isEqualTo(2 * (3 * 300 + 1000));
    NetworkModel slowLink =
        new NetworkModel(new Network(COSTS, new Disturbance(0, slower, Slower.NONE)), 4, SEED);
    assertThat(slowLink.barrierNanos).isEqualTo(2 * (300 + 3 * 1000));
  }

  @Test
  void shouldNotCarryForLongerThanItCanCount() {
    NetworkModel slow =
        new NetworkModel(new Network(new Network.Costs.LogGp(1000, 1e-12, 300, 50)), 2, SEED);
    assertThatThrownBy(() -> slow.put(0, 1, 2, 5))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("from 5 ns on a link would carry");
  }

  @Test
  void shouldBeSimpleWithoutOverheadAndGapButForTheFirstByte() {
    NetworkModel bare =
        new NetworkModel(new Network(new Network.Costs.LogGp(1000, 8e9, 0, 0)), 4, SEED);
    NetworkModel simple = new NetworkModel(new Network(1000, 8e9), 4, SEED);
    for (int to = 1; to < 4; to++) {
      assertThat(bare.put(0, to, 501, 0)).isEqualTo(simple.put(0, to, 500, 0));
    }
  }
}
