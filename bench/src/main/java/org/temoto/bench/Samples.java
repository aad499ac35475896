package org.temoto.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Times of one contender's rounds, in seconds, or another number of each round; ascending. */
record Samples(String name, double[] seconds) {
  Samples {
    if (seconds.length == 0) {
      throw new IllegalArgumentException("rounds=0 must be at least 1");
    }
    Arrays.sort(seconds);
  }

  /** A number of each round. */
  static <T> Samples of(String name, List<T> rounds, ToDoubleFunction<T> number) {
    return new Samples(name, rounds.stream().mapToDouble(number).toArray());
  }

  double minimum() {
    return seconds[0];
  }

  double median() {
    int middle = seconds.length / 2;
    return seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
  }

  /** Sample that {@code percent} of a hundred samples do not exceed. */
  double percentile(int percent) {
    return seconds[Math.max(0, Math.ceilDiv(seconds.length * percent, 100) - 1)];
  }

  double maximum() {
    return seconds[seconds.length - 1];
  }
}
