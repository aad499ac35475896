package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.simulated.Network;

/** Tests of the two-level model: three hosts of two PEs and one of one. */
class TwoLevelTest {
  private static final int PES = 7;

  /** 1 us and 1 ns per byte outside, 100 ns and a quarter of a nanosecond per byte inside. */
  private static final Network NETWORK =
      new Network(new Network.Costs.TwoLevel(1000, 8e9, 2, 100, 32e9));

  private final NetworkModel model = new NetworkModel(NETWORK, PES, 1);

  @Test
  void shouldTakeLessInsideAHost() {
    assertThat(model.put(0, 1, 400, 0)).isEqualTo(100 + 400 / 4);
    assertThat(model.put(1, 2, 400, 0)).isEqualTo(1000 + 400);
    assertThat(model.returnNanos(0, 1)).isEqualTo(50);
    assertThat(model.returnNanos(0, 2)).isEqualTo(500);
  }

  @Test
  void shouldShareTheLinkOfAHost() {
    assertThat(model.put(0, 2, 400, 0)).isEqualTo(1400);
    assertThat(model.put(1, 4, 400, 0)).isEqualTo(1800);
    assertThat(model.put(6, 3, 400, 0)).isEqualTo(1800);
  }

  @Test
  void shouldCarryInsideAHostWhileItsLinkIsBusy() {
    model.put(0, 2, 100_000, 0);
    model.get(0, 2, 100_000, 0);
    assertThat(model.put(0, 1, 400, 0)).isEqualTo(200);
    assertThat(model.put(1, 0, 400, 0)).isEqualTo(200);
    assertThat(model.put(0, 1, 400, 0)).isEqualTo(300);
  }

  @Test
  void shouldKnowWhoIsOnTheSameHost() {
    assertThat(model.isSameHost(2, 3)).isTrue();
    assertThat(model.isSameHost(1, 2)).isFalse();
    Clusters.timed(
        4,
        NETWORK,
        pe -> {
          int neighbour = pe.rank() ^ 1;
          for (int other = 0; other < pe.count(); other++) {
            assertThat(pe.transport().isNear(other))
                .isEqualTo(other == pe.rank() || other == neighbour);
          }
        });
  }

  @Test
  void shouldMeetInsideTheHostsFirst() {
    assertThat(model.barrierNanos).isEqualTo(100 + 2 * 1000); // two PEs, then four hosts
    assertThat(new NetworkModel(NETWORK, 2, 1).barrierNanos).isEqualTo(100);
    assertThat(new NetworkModel(NETWORK, 1, 1).barrierNanos).isZero();
  }
}
