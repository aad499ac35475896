package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;

class DisturbancesTest {
  private static final int PES = 10;
  private static final Network QUIET = new Network(1000, 8e9);

  private static NetworkModel model(Disturbance disturbance, long seed) {
    return new NetworkModel(new Network(QUIET.costs(), disturbance), PES, seed);
  }

  private static Disturbance jitter(double share) {
    return new Disturbance(share, Slower.NONE, Slower.NONE);
  }

  private static Disturbance stragglers(double share, double factor) {
    return new Disturbance(0, new Slower(share, factor), Slower.NONE);
  }

  private static List<Long> latencies(NetworkModel model, int count) {
    List<Long> latencies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      latencies.add(model.put(i % 2, 2, 0, i) - i);
    }
    return latencies;
  }

  @Test
  void shouldDrawTheSameJitterFromTheSameSeed() {
    List<Long> latencies = latencies(model(jitter(0.5), 7), 1000);
    assertThat(latencies(model(jitter(0.5), 7), 1000)).isEqualTo(latencies);
    assertThat(latencies(model(jitter(0.5), 8), 1000)).isNotEqualTo(latencies);
  }

  @Test
  void shouldDrawJitterEvenlyUpToItsShare() {
    List<Long> latencies = latencies(model(jitter(0.5), 7), 10_000);
    assertThat(latencies).allMatch(nanos -> nanos >= 1000 && nanos <= 1500);
    // The mean's standard deviation is 500 / sqrt(12 * 10,000), about 1.4.
    assertThat(latencies.stream().mapToLong(nanos -> nanos).average().orElseThrow())
        .isBetween(1240.0, 1260.0);
  }

  @Test
  void shouldDrawForEachPeByItself() {
    NetworkModel alone = model(jitter(1), 7);
    NetworkModel mixed = model(jitter(1), 7);
    for (int i = 0; i < 100; i++) {
      mixed.put(1, 2, 0, 0);
      mixed.put(3, 2, 0, 0);
      assertThat(mixed.put(0, 2, 0, 0)).isEqualTo(alone.put(0, 2, 0, 0));
    }
  }

  @Test
  void shouldNotDisturbWithoutBeingAsked() {
    assertThat(latencies(model(Disturbance.NONE, 7), 100)).containsOnly(1000L);
    NetworkModel model = model(Disturbance.NONE, 7);
    assertThat(IntStream.range(0, PES).mapToDouble(model::slowdown)).containsOnly(1.0);
  }

  private static List<Integer> slow(Disturbance disturbance, long seed) {
    NetworkModel model = model(disturbance, seed);
    return IntStream.range(0, PES).filter(pe -> model.slowdown(pe) == 3).boxed().toList();
  }

  @Test
  void shouldChooseTheShareOfSlowPesByTheSeed() {
    Disturbance three = new Disturbance(0, Slower.NONE, new Slower(0.3, 3));
    assertThat(slow(three, 7)).hasSize(3).isEqualTo(slow(three, 7));
    assertThat(LongStream.range(0, 20).mapToObj(seed -> slow(three, seed)).distinct().count())
        .isGreaterThan(5);
    assertThat(slow(new Disturbance(0, Slower.NONE, new Slower(0.01, 3)), 7)).hasSize(1);
    assertThat(slow(new Disturbance(0, Slower.NONE, new Slower(1, 3)), 7)).hasSize(PES);
  }

  @Test
  void shouldSlowDownTheOverheadOfSlowPesOnly() {
    Network network =
        new Network(
            new Network.Costs.LogGp(1000, 8e9, 100, 0),
            new Disturbance(0, Slower.NONE, new Slower(0.5, 3)));
    NetworkModel model = new NetworkModel(network, PES, 1);
    assertThat(LongStream.range(0, PES).map(pe -> model.overheadNanos((int) pe)).sum())
        .isEqualTo(5 * 100 + 5 * 300);
    assertThat(model.put(0, 1, 1, 0)).isEqualTo(1000);
  }

  @Test
  void shouldSlowDownAllThatAStragglerTakesPartIn() {
    NetworkModel model = model(stragglers(0.1, 4), 7);
    int[] slowPairs = new int[PES];
    int slow = 0;
    for (int from = 0; from < PES; from++) {
      for (int to = 0; to < PES; to++) {
        if (from != to) {
          // Far apart in time, so that nobody queues up.
          long now = (from * PES + to) * 1_000_000L;
          long nanos = model.put(from, to, 500, now) - now;
          assertThat(nanos).isIn(1500L, 6000L);
          if (nanos == 6000) {
            slowPairs[from]++;
            slow++;
            assertThat(model.returnNanos(from, to)).isEqualTo(2000);
          }
        }
      }
    }
    assertThat(slow).isEqualTo(2 * (PES - 1));
    assertThat(slowPairs).contains(PES - 1);
    assertThat(model.barrierNanos).isEqualTo(4 * 4 * 1000);
  }

  @Test
  void shouldKeepTheLinkOfAStragglersPartnerBusy() {
    NetworkModel model = model(stragglers(1, 4), 7);
    assertThat(model.put(0, 1, 500, 0)).isEqualTo(2000 + 4000);
    assertThat(model.put(0, 2, 500, 0)).isEqualTo(4000 + 4000);
  }
}
