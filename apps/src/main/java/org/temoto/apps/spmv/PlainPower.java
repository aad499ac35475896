package org.temoto.apps.spmv;

import java.util.Arrays;

/** The power iteration by one thread in plain Java, with the same operations in the same order. */
final class PlainPower {
  private final CsrMatrix matrix;
  private double[] x;
  private double[] y;
  private double scale = 1;

  PlainPower(CsrMatrix matrix) {
    this.matrix = matrix;
    x = new double[matrix.n()];
    y = new double[matrix.n()];
    Arrays.fill(x, 1);
  }

  void run(int iterations) {
    for (int i = 0; i < iterations; i++) {
      matrix.multiply(x, scale, y);
      double largest = 0;
      for (double each : y) {
        largest = Math.max(largest, Math.abs(each));
      }
      scale = divisor(largest);
      double[] newest = y;
      y = x;
      x = newest;
    }
  }

  /** What a vector is divided by whose largest absolute value is {@code largest}. */
  static double divisor(double largest) {
    return largest == 0 ? 1 : largest;
  }

  double[] vector() {
    return x;
  }

  double scale() {
    return scale;
  }
}
