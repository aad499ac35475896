package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.temoto.bench.Prediction.Round;

class PredictionTest {
  @Test
  void shouldStretchVirtualTimeByTheContention() {
    Round round = new Round(8, 5, 10, 15);
    assertThat(round.contention()).isEqualTo(1.5);
    assertThat(round.predicted()).isEqualTo(7.5);
    assertThat(round.error()).isCloseTo(-0.0625, within(1e-12));
    assertThat(round.errorWithoutContention()).isCloseTo(-0.375, within(1e-12));
  }

  @Test
  void shouldNotMindRoundsInWhichTheMachineWasSlower() {
    double[][] seconds = {{8, 24, 16}, {5, 15, 10}, {10, 30, 20}, {15, 45, 30}};
    Samples errors = Prediction.of(seconds).samples(Round::error);
    assertThat(errors.minimum()).isCloseTo(-0.0625, within(1e-12));
    assertThat(errors.maximum()).isCloseTo(-0.0625, within(1e-12));
  }

  @Test
  void shouldTakeTheMedianOfTheRatiosOfRounds() {
    double[][] seconds = {{1, 1, 1}, {1, 1, 1}, {1, 2, 4}, {2, 2, 4}};
    Prediction prediction = Prediction.of(seconds);
    assertThat(prediction.samples(Round::contention).median()).isEqualTo(1);
  }
}
