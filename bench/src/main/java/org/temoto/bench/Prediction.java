package org.temoto.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Prediction of virtual time for a machine whose cores disturb each other, round by round: what
 * wanders from round to round is in all times of a round, and leaves their ratios alone.
 */
record Prediction(List<Round> rounds) {
  /**
   * The times of one round, in seconds.
   *
   * @param real of the job on this machine's clock
   * @param virtual of the same job in virtual time, where each worker has a machine to itself
   * @param alone of the job on one worker
   * @param atOnce of as many of those at the same time as the job has workers, on average
   */
  record Round(double real, double virtual, double alone, double atOnce) {
    /** Factor by which a worker takes longer because others are at work. */
    double contention() {
      return atOnce / alone;
    }

    double predicted() {
      return virtual * contention();
    }

    /** Share of the real time by which the prediction is too long. */
    double error() {
      return predicted() / real - 1;
    }

    double errorWithoutContention() {
      return virtual / real - 1;
    }
  }

  /** Prediction from times by contender, in the order of a round's, and round. */
  static Prediction of(double[][] seconds) {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < seconds[0].length; i++) {
      rounds.add(new Round(seconds[0][i], seconds[1][i], seconds[2][i], seconds[3][i]));
    }
    return new Prediction(rounds);
  }

  /** A number of each round. */
  Samples samples(ToDoubleFunction<Round> number) {
    return Samples.of("round", rounds, number);
  }
}
