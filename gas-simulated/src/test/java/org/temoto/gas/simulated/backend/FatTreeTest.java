package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;

class FatTreeTest {
  /** Switches of four PEs; 500 ns, 100 ns per switch, 1 ns per byte. */
  private static NetworkModel tree(int pes, double oversubscription) {
    return new NetworkModel(
        new Network(new Network.Costs.FatTree(500, 8e9, 4, 100, oversubscription)), pes, 1);
  }

  @Test
  void shouldCountTheSwitchesOnTheWay() {
    NetworkModel model = tree(64, 1);
    assertThat(model.put(0, 3, 0, 0)).isEqualTo(500 + 100);
    assertThat(model.put(0, 4, 0, 0)).isEqualTo(500 + 3 * 100);
    assertThat(model.put(0, 15, 0, 0)).isEqualTo(500 + 3 * 100);
    assertThat(model.put(0, 16, 0, 0)).isEqualTo(500 + 5 * 100);
    assertThat(model.put(63, 0, 0, 0)).isEqualTo(500 + 5 * 100);
    assertThat(model.returnNanos(0, 16)).isEqualTo(500);
  }

  @Test
  void shouldCarryAtTheBandwidthOfAPe() {
    assertThat(tree(64, 1).put(0, 1, 1000, 0)).isEqualTo(1000 + 600);
    assertThat(tree(64, 1).put(0, 63, 1000, 0)).isEqualTo(1000 + 1000);
  }

  /** A straggler's own link is slow; the uplink that it shares with others is not. */
  @Test
  void shouldNotSlowDownUplinksForAStraggler() {
    Disturbance oneOfEight = new Disturbance(0, new Slower(0.125, 10), Slower.NONE);
    long seed = 0;
    while (new Disturbances(oneOfEight, 8, seed).linkSlowness(0, 4) == 1
        || new Disturbances(oneOfEight, 8, seed).linkSlowness(1, 4) != 1) {
      seed++; // until PE 0 is the straggler
    }
    Network.Costs costs = new Network.Costs.FatTree(500, 8e9, 4, 100, 4);
    NetworkModel model = new NetworkModel(new Network(costs, oneOfEight), 8, seed);
    assertThat(model.put(0, 4, 10_000, 0)).isEqualTo(10 * (10_000 + 800));
    assertThat(model.put(1, 5, 10_000, 0)).isEqualTo(2 * 10_000 + 800);
  }

  @Test
  void shouldQueueUpAtAHotOwner() {
    NetworkModel model = tree(64, 1);
    for (int from = 1; from < 4; from++) {
      assertThat(model.put(from, 0, 1000, 0)).isEqualTo(from * 1000 + 600);
    }
  }

  @Test
  void shouldCarryBothWaysAtOnce() {
    NetworkModel model = tree(16, 16);
    assertThat(model.put(0, 4, 1000, 0)).isEqualTo(4 * 1000 + 800);
    assertThat(model.get(0, 4, 1000, 0)).isEqualTo(4 * 1000 + 800);
  }

  /** The four PEs of a switch send as much as its uplink carries: 250 ns of it each. */
  @Test
  void shouldCarryAllThatTheLeavesSendInAFullTree() {
    NetworkModel model = tree(16, 1);
    for (int round = 0; round < 10; round++) {
      for (int from = 0; from < 4; from++) {
        assertThat(model.put(from, 4 + from, 1000, round * 1000L))
            .isEqualTo(round * 1000L + from * 250L + 1000 + 800);
      }
    }
  }

  /** Half of what the leaves can send: each transfer has the uplink for 500 ns. */
  @Test
  void shouldQueueUpAtOversubscribedUplinks() {
    NetworkModel model = tree(16, 2);
    for (int from = 0; from < 4; from++) {
      assertThat(model.put(from, 4 + 4 * (from % 3) + from / 3, 1000, 0))
          .isEqualTo(from * 500 + 1000 + 800);
    }
  }

  /**
   * One switch up from four PEs has a quarter of a PE's bandwidth, and is what transfers wait for.
   */
  @Test
  void shouldCarryNoFasterThanTheNarrowestLink() {
    assertThat(tree(16, 16).put(0, 4, 1000, 0)).isEqualTo(4 * 1000 + 800);
  }

  @Test
  void shouldNotTouchUplinksBelowOneSwitch() {
    NetworkModel model = tree(16, 16);
    model.put(0, 4, 1_000_000, 0);
    assertThat(model.put(1, 2, 1000, 0)).isEqualTo(1000 + 600);
  }

  @Test
  void shouldNarrowOnEveryLevel() {
    NetworkModel model = tree(64, 4); // uplinks of one PE's bandwidth on both levels
    assertThat(model.put(0, 16, 1000, 0)).isEqualTo(1000 + 1000);
    assertThat(model.put(4, 32, 1000, 0)).isEqualTo(2 * 1000 + 1000);
    assertThat(model.put(8, 12, 1000, 0)).isEqualTo(1000 + 800);
  }

  @Test
  void shouldGoTheLongestWayInEachRoundOfABarrier() {
    assertThat(tree(4, 1).barrierNanos).isEqualTo(2 * 600);
    assertThat(tree(5, 1).barrierNanos).isEqualTo(3 * 800);
    assertThat(tree(17, 1).barrierNanos).isEqualTo(5 * 1000);
    assertThat(tree(1, 1).barrierNanos).isZero();
  }
}
