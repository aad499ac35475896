package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.lab.simulate.Dimension;
import org.temoto.lab.simulate.PointResult;
import org.temoto.lab.simulate.Settling;
import org.temoto.lab.simulate.Sweep;

@Timeout(100)
class PointMeasurementTest {
  private static final Sweep SWEEP =
      new Sweep(
          List.of("run", "fib"),
          List.of(new Dimension("--pes", List.of("1", "2"))),
          List.of("--n=10", "--backend=simulated", "--time=virtual", "--cost=measured"));

  @Test
  void shouldMeasurePointsThatAreComparedAsOftenAsAsked() throws PointFailed {
    PointMeasurement measurement = new PointMeasurement(3, Settling.Limits.WITHIN_LINE, false);
    List<PointResult> results = measurement.inTurns(SWEEP.points(), 4);
    assertThat(results).extracting(PointResult::pes).containsExactly(1, 2);
    assertThat(results)
        .allSatisfy(result -> {
          assertThat(result.runs().discarded()).isPositive();
          List<Double> seconds = result.runs().seconds();
          assertThat(seconds).hasSize(4);
          assertThat(result.seconds())
              .as("of the two in the middle the faster, as of the runs of one job")
              .isEqualTo(seconds.stream().sorted().toList().get(1));
        });
  }
}
