package org.temoto.bench;

import java.util.Arrays;

/** What one contender's rounds took, in seconds; ascending. */
record Samples(String name, double[] seconds) {
  Samples {
    if (seconds.length == 0) {
      throw new IllegalArgumentException("rounds=0 must be at least 1");
    }
    Arrays.sort(seconds);
  }

  double minimum() {
    return seconds[0];
  }

  double median() {
    int middle = seconds.length / 2;
    return seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
  }

  double maximum() {
    return seconds[seconds.length - 1];
  }
}
