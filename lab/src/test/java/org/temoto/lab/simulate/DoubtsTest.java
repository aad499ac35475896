package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the doubts that are told beside measured times. */
class DoubtsTest {
  private static List<String> doubts(Runs... runs) {
    Sweep sweep = new Sweep(List.of("run", "fib"), List.of(), List.of());
    SweepPoint point = sweep.points().getFirst();
    return new Results(
            sweep, Stream.of(runs).map(each -> new PointResult(point, Map.of(), each)).toList())
        .doubts();
  }

  private static Runs runs(boolean settled, Double... seconds) {
    return new Runs(3, Optional.of(settled), List.of(seconds));
  }

  @Test
  void shouldNotDoubtWhatIsSteady() {
    assertThat(doubts(runs(true, 1.0, 1.4, 1.2))).isEmpty();
    assertThat(doubts(new Runs(0, Optional.empty(), List.of(1.0)))).isEmpty();
  }

  @Test
  void shouldDoubtWhatWasNotRunForLong() {
    assertThat(doubts(runs(true, 1.0, 1.0, 1.0), runs(false, 1.0, 1.0, 1.0)))
        .containsExactly("1 of 2 points had not settled: run more often, they might be faster");
  }

  @Test
  void shouldDoubtWhatVaries() {
    assertThat(doubts(runs(true, 1.0, 1.6, 1.2), runs(true, 1.0, 1.0, 1.0)))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("1 of 2 points took more than half as long again in one run as in another");
  }

  @Test
  void shouldTellOfNumbersThatNoChartShows() {
    Sweep sweep = new Sweep(List.of("run", "fib"), List.of(), List.of());
    List<PointResult> points =
        Stream.of(1.5, "NaN", "-Infinity", BigInteger.TEN.pow(400))
            .map(residual -> Map.<String, Object>of("values", Map.of("a", 1, "residual", residual)))
            .map(fields -> new PointResult(sweep.points().getFirst(), fields, runs(true, 1.0)))
            .toList();
    Results results = new Results(sweep, points);
    assertThat(results.doubts())
        .containsExactly("residual is not a number that a chart can show at 3 of 4 points");
    assertThat(results.notFinite("a")).isEmpty();
  }
}
