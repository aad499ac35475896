package org.temoto.apps.spmv;

import java.util.Arrays;

/**
 * The power iteration by one thread in plain Java, with the same operations on every element: it
 * has nothing of {@link PowerIteration}'s code.
 */
final class PlainPower {
  private final CsrMatrix matrix;
  private double[] x;
  private double largestOfX = 1;
  private double largest = 1;

  PlainPower(CsrMatrix matrix) {
    this.matrix = matrix;
    x = new double[matrix.n()];
    Arrays.fill(x, 1);
  }

  /** Ends with the iteration whose vector has no element but zeros, or is not kept. */
  void run(int iterations) {
    double[] y = new double[matrix.n()];
    for (int i = 0; i < iterations; i++) {
      int exponent = Math.getExponent(largest);
      largestOfX = Math.scalb(largest, -exponent);
      for (int k = 0; k < x.length; k++) {
        x[k] = Math.scalb(x[k], -exponent);
      }
      matrix.multiply(x, y);
      largest = 0;
      for (double each : y) {
        largest = Double.isNaN(each) ? each : Math.max(largest, Math.abs(each));
      }
      double[] newest = y;
      y = x;
      x = newest;
      if (largest == 0 || !isKept(largest)) {
        return;
      }
    }
  }

  /** Tells whether a vector with this largest element has all its digits. */
  static boolean isKept(double largest) {
    return largest == 0 || largest >= Double.MIN_NORMAL && largest <= Double.MAX_VALUE;
  }

  /** {@code A x} of the last iteration. */
  double[] vector() {
    return x;
  }

  /** The largest absolute value of {@code A x}, where that of x is 1. */
  double growth() {
    return largest / largestOfX;
  }
}
