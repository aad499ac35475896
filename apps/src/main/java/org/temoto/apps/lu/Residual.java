package org.temoto.apps.lu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.temoto.apps.Mix;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;

/**
 * Distance of L U from A: the largest element of L U x - A x for a random x, in units of the
 * rounding error that sums of n such products may have. A wrong element of L or U shows, unless x
 * happens to hide it.
 */
final class Residual {
  /** More does not come from rounding (the limit of the LINPACK benchmark). */
  static final double LIMIT = 16;

  private final TiledMatrix factors;
  private final DominantMatrix matrix;
  private final int size;

  Residual(TiledMatrix factors, DominantMatrix matrix) {
    this.factors = factors;
    this.matrix = matrix;
    this.size = factors.tiles() * factors.side();
  }

  double value() {
    double[] x = new double[size];
    for (int i = 0; i < size; i++) {
      x[i] = Mix.unit(~matrix.seed(), i) - 0.5;
    }
    double[] product = times(true, times(false, x));
    double largest = 0;
    double norm = 0;
    for (int row = 0; row < size; row++) {
      double expected = 0;
      double sum = 0;
      for (int column = 0; column < size; column++) {
        double element = matrix.at(row, column);
        expected += element * x[column];
        sum += Math.abs(element);
      }
      largest = Math.max(largest, Math.abs(product[row] - expected)); // NaN stays NaN
      norm = Math.max(norm, sum);
    }
    return largest / (Math.ulp(1.0) * norm * size);
  }

  /** L or U times a vector. */
  private double[] times(boolean lower, double[] vector) {
    double[] result = lower ? vector.clone() : new double[size]; // L has ones on its diagonal
    for (int row = 0; row < factors.tiles(); row++) {
      int from = lower ? 0 : row;
      int to = lower ? row + 1 : factors.tiles();
      for (int column = from; column < to; column++) {
        try (LocalView tile = factors.localize(row, column, Access.READ)) {
          addProduct(tile, row * factors.side(), column * factors.side(), lower, vector, result);
        }
      }
    }
    return result;
  }

  private void addProduct(
      LocalView tile, int top, int left, boolean lower, double[] vector, double[] result) {
    for (int i = 0; i < factors.side(); i++) {
      for (int j = 0; j < factors.side(); j++) {
        if (left + j < top + i == lower) {
          double element = tile.segment().getAtIndex(JAVA_DOUBLE, (long) i * factors.side() + j);
          result[top + i] += element * vector[left + j];
        }
      }
    }
  }
}
