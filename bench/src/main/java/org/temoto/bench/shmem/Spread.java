package org.temoto.bench.shmem;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The middle and the ends of a number of rounds. */
record Spread(double minimum, double median, double maximum) {
  static Spread of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }

  /** The ratios of values taken in pairs. */
  static Spread ofRatios(double[] dividends, double[] divisors) {
    double[] ratios = new double[dividends.length];
    Arrays.setAll(ratios, i -> dividends[i] / divisors[i]);
    return of(ratios);
  }

  Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("minimum", minimum);
    fields.put("median", median);
    fields.put("maximum", maximum);
    return fields;
  }
}
