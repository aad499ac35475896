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

  /** What {@code percent} of a hundred samples do not exceed. */
  double percentile(int percent) {
    return seconds[Math.max(0, Math.ceilDiv(seconds.length * percent, 100) - 1)];
  }

  double maximum() {
    return seconds[seconds.length - 1];
  }
}
