package org.temoto.gas.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.simulated.Network.Costs.ContentionFree;
import org.temoto.gas.simulated.Network.Costs.FatTree;
import org.temoto.gas.simulated.Network.Costs.LogGp;
import org.temoto.gas.simulated.Network.Costs.Simple;
import org.temoto.gas.simulated.Network.Costs.TwoLevel;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;

class NetworkTest {
  @Test
  void shouldBeSimpleAndUndisturbedIfNothingElseIsSaid() {
    Network network = new Network(1800, 9e9);
    assertThat(network.costs()).isEqualTo(new Simple(1800, 9e9));
    assertThat(network.disturbance()).isEqualTo(Disturbance.NONE);
    assertThat(network.costs().latencyNanos()).isEqualTo(1800);
    assertThat(network.costs().bitsPerSecond()).isEqualTo(9e9);
  }

  @Test
  void shouldBeFreeWhereNothingTakesTime() {
    double unlimited = Network.UNLIMITED;
    assertThat(Network.NONE.costs().isFree()).isTrue();
    assertThat(new Network(1, unlimited).costs().isFree()).isFalse();
    assertThat(new Network(0, 9e9).costs().isFree()).isFalse();
    assertThat(new ContentionFree(0, unlimited).isFree()).isTrue();
    assertThat(new ContentionFree(1, unlimited).isFree()).isFalse();
    assertThat(new ContentionFree(0, 9e9).isFree()).isFalse();
    assertThat(new LogGp(0, unlimited, 0, 0).isFree()).isTrue();
    assertThat(new LogGp(0, unlimited, 1, 0).isFree()).isFalse();
    assertThat(new LogGp(0, unlimited, 0, 1).isFree()).isFalse();
    assertThat(new TwoLevel(0, unlimited, 2, 0, unlimited).isFree()).isTrue();
    assertThat(new TwoLevel(0, unlimited, 2, 1, unlimited).isFree()).isFalse();
    assertThat(new TwoLevel(0, unlimited, 2, 0, 1e9).isFree()).isFalse();
    assertThat(new FatTree(0, unlimited, 2, 0, 2).isFree()).isTrue();
    assertThat(new FatTree(0, unlimited, 2, 1, 2).isFree()).isFalse();
  }

  @Test
  void shouldDescribeAllValuesInOrder() {
    assertThat(new Network(1_800_000, 9e9).describe())
        .containsExactly(
            entry("network", "simple"),
            entry("latency", "1.8ms"),
            entry("bandwidth", "9Gbps"),
            entry("jitter", "0%"),
            entry("stragglers", "0%x1"),
            entry("slowPes", "0%x1"));
    assertThat(new ContentionFree(1_800, 9e9).describe())
        .containsExactly(
            entry("network", "simple"),
            entry("latency", "1.8us"),
            entry("bandwidth", "9Gbps"),
            entry("contention", "off"));
    Disturbance disturbance = new Disturbance(0.125, new Slower(0.1, 4), new Slower(0.25, 1.5));
    assertThat(new Network(new LogGp(600, 54.54e9, 200, 0), disturbance).describe())
        .containsExactly(
            entry("network", "loggp"),
            entry("latency", "600ns"),
            entry("bandwidth", "54.54Gbps"),
            entry("overhead", "200ns"),
            entry("gap", "0ns"),
            entry("jitter", "12.5%"),
            entry("stragglers", "10%x4"),
            entry("slowPes", "25%x1.5"));
    assertThat(new TwoLevel(999_999_999, 1, 8, 12_345, Network.UNLIMITED).describe())
        .containsExactly(
            entry("network", "two-level"),
            entry("latency", "999.999999ms"),
            entry("bandwidth", "1bps"),
            entry("pesPerHost", "8"),
            entry("hostLatency", "12.345us"),
            entry("hostBandwidth", "unlimited"));
    assertThat(new FatTree(2_000_000_000, 1.5e12, 18, 100, 2.5).describe())
        .containsExactly(
            entry("network", "fat-tree"),
            entry("latency", "2s"),
            entry("bandwidth", "1.5Tbps"),
            entry("radix", "18"),
            entry("hopLatency", "100ns"),
            entry("oversubscription", "2.5"));
  }

  @Test
  void shouldCountBytesWithoutContentionAsWithIt() {
    ContentionFree costs = new ContentionFree(1_800, 9e9);
    assertThat(costs.bytesPerOperation()).isZero();
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertRefused(() -> new Network(-1, 9e9), "latency", "0 or more");
    assertRefused(() -> new Network(0, 0), "bandwidth", "positive");
    assertRefused(() -> new Network(0, Double.NaN), "bandwidth", "positive");
    assertRefused(() -> new ContentionFree(-1, 9e9), "latency", "0 or more");
    assertRefused(() -> new ContentionFree(0, 0), "bandwidth", "positive");
    assertRefused(() -> new LogGp(-1, 9e9, 0, 0), "latency", "0 or more");
    assertRefused(() -> new LogGp(0, 9e9, -1, 0), "overhead", "0 or more");
    assertRefused(() -> new LogGp(0, 9e9, 0, -1), "gap", "0 or more");
    assertRefused(() -> new TwoLevel(0, 9e9, 0, 0, 1), "pesPerHost", "from 1 to 16384");
    assertRefused(() -> new TwoLevel(0, 9e9, 1, -1, 1), "hostLatency", "0 or more");
    assertRefused(() -> new TwoLevel(0, 9e9, 1, 0, -1), "hostBandwidth", "positive");
    assertRefused(() -> new FatTree(0, 9e9, 1, 0, 1), "radix", "from 2 to 1024");
    assertRefused(() -> new FatTree(0, 9e9, 2, -1, 1), "hopLatency", "0 or more");
    assertRefused(() -> new FatTree(0, 9e9, 2, 0, 0.5), "oversubscription", "from 1 to 1000");
    assertRefused(() -> new FatTree(0, 9e9, 2, 0, Double.NaN), "oversubscription", "from 1");
    Slower none = Slower.NONE;
    assertRefused(() -> new Disturbance(-0.1, none, none), "jitter", "from 0% to 10000%");
    assertRefused(() -> new Disturbance(Double.NaN, none, none), "jitter", "from 0%");
    assertRefused(
        () -> new Disturbance(0, new Slower(1.1, 2), none), "stragglers", "from 0% to 100%");
    assertRefused(() -> new Disturbance(0, none, new Slower(1, 0.5)), "slowPes", "a factor from 1");
    assertRefused(() -> new Disturbance(0, none, new Slower(1, Double.NaN)), "slowPes", "a factor");
  }

  @Test
  void shouldRefuseWhatTakesLongerThanADay() {
    long day = 86_400_000_000_000L;
    assertThat(new Network(day, 9e9).costs().latencyNanos()).isEqualTo(day);
    String most = "must be at most 86400s, a day";
    assertRefused(() -> new Network(day + 1, 9e9), "latency", most);
    assertRefused(() -> new LogGp(0, 9e9, day + 1, 0), "overhead", most);
    assertRefused(() -> new LogGp(0, 9e9, 0, day + 1), "gap", most);
    assertRefused(() -> new TwoLevel(0, 9e9, 1, day + 1, 1), "hostLatency", most);
    assertRefused(() -> new FatTree(0, 9e9, 2, day + 1, 1), "hopLatency", most);
  }

  @Test
  void shouldRefuseWhatTakesLongerThanADayWhenItIsDisturbed() {
    long hour = 3_600_000_000_000L;
    Simple latency = new Simple(hour, 9e9);
    ContentionFree contentionFree = new ContentionFree(hour, 9e9);
    LogGp overhead = new LogGp(0, 9e9, hour, 0);
    LogGp gap = new LogGp(0, 9e9, 0, hour);
    TwoLevel host = new TwoLevel(0, 9e9, 1, hour, 1);
    FatTree hop = new FatTree(0, 9e9, 2, hour, 1);
    Slower most = new Slower(0.1, 24);
    Slower tooMuch = new Slower(0.1, 24.1);
    List.of(latency, contentionFree, overhead, gap, host, hop)
        .forEach(costs -> {
          assertThat(new Network(costs, new Disturbance(0, most, most)).costs()).isEqualTo(costs);
          assertThat(new Network(costs, new Disturbance(11, new Slower(0.1, 2), most)).costs())
              .isEqualTo(costs);
        });
    Disturbance stragglers = new Disturbance(0, tooMuch, Slower.NONE);
    Disturbance jitter = new Disturbance(11.1, new Slower(0.1, 2), Slower.NONE);
    Disturbance slow = new Disturbance(0, Slower.NONE, tooMuch);
    for (Disturbance disturbance : List.of(stragglers, jitter)) {
      assertTooLong(latency, disturbance, "latency");
      assertTooLong(contentionFree, disturbance, "latency");
      assertTooLong(host, disturbance, "hostLatency");
      assertTooLong(hop, disturbance, "hopLatency");
    }
    assertTooLong(gap, stragglers, "gap");
    assertTooLong(overhead, slow, "overhead");
    assertThat(new Network(gap, jitter).costs()).isEqualTo(gap);
    assertThat(new Network(latency, slow).costs()).isEqualTo(latency);
    assertThat(new Network(overhead, stragglers).costs()).isEqualTo(overhead);
  }

  private static void assertTooLong(Network.Costs costs, Disturbance disturbance, String option) {
    assertRefused(
        () -> new Network(costs, disturbance),
        option,
        "as long where it is disturbed must be at most 86400s altogether, a day");
  }

  private static void assertRefused(ThrowingCallable made, String option, String rule) {
    assertThatThrownBy(made)
        .isInstanceOfSatisfying(
            InvalidOptionException.class, e -> assertThat(e.option()).isEqualTo(option))
        .hasMessageContaining(rule);
  }
}
