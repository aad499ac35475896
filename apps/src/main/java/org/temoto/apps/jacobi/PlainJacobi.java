package org.temoto.apps.jacobi;

import org.temoto.apps.Mix;

/** The same iteration by one thread in plain Java, with the same operations on every point. */
final class PlainJacobi {
  private final int n;
  private double[][] grid;
  private double[][] other;

  /** The grid that {@code seed} gives. */
  PlainJacobi(int n, long seed) {
    this.n = n;
    grid = new double[n][n];
    other = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        grid[i][j] = start(n, seed, i, j);
        other[i][j] = grid[i][j];
      }
    }
  }

  /** The value of a point before the first step. */
  static double start(int n, long seed, long i, long j) {
    return Mix.unit(seed, i * n + j);
  }

  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      for (int i = 1; i < n - 1; i++) {
        row(grid[i - 1], grid[i], grid[i + 1], other[i]);
      }
      double[][] newest = other;
      other = grid;
      grid = newest;
    }
  }

  private static void row(double[] above, double[] row, double[] below, double[] next) {
    for (int j = 1; j < row.length - 1; j++) {
      next[j] = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
    }
  }

  double[] row(int i) {
    return grid[i];
  }

  /** The largest difference that the last step has made to a point. */
  double change() {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        largest = Math.max(largest, Math.abs(grid[i][j] - other[i][j]));
      }
    }
    return largest;
  }
}
