package org.temoto.apps.spmv;

/**
 * A square sparse matrix by compressed rows, in plain memory. Arrays are shared, not copied.
 *
 * @param n rows and columns
 * @param starts where each row begins in the other two, and after the last row their length
 * @param columns of the nonzeros of each row, from 0, ascending
 */
record CsrMatrix(int n, int[] starts, int[] columns, double[] values) {
  int nonzeros() {
    return starts[n];
  }

  /** A matrix from its nonzeros in any order, rows and columns counted from 0. */
  static CsrMatrix of(int n, int[] rows, int[] columns, double[] values) {
    int[] byColumn = stablyBy(columns, identity(rows.length), n);
    int[] order = stablyBy(rows, byColumn, n);
    int[] starts = new int[n + 1];
    int[] sortedColumns = new int[rows.length];
    double[] sortedValues = new double[rows.length];
    for (int k = 0; k < order.length; k++) {
      starts[rows[order[k]] + 1]++;
      sortedColumns[k] = columns[order[k]];
      sortedValues[k] = values[order[k]];
    }
    for (int row = 0; row < n; row++) {
      starts[row + 1] += starts[row];
    }
    return new CsrMatrix(n, starts, sortedColumns, sortedValues);
  }

  private static int[] identity(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    return order;
  }

  /** Sorts {@code order} by the keys that it points to, in [0, {@code n}), by counting. */
  private static int[] stablyBy(int[] keys, int[] order, int n) {
    int[] next = new int[n + 1];
    for (int key : keys) {
      next[key + 1]++;
    }
    for (int key = 0; key < n; key++) {
      next[key + 1] += next[key];
    }
    int[] sorted = new int[order.length];
    for (int each : order) {
      sorted[next[keys[each]]++] = each;
    }
    return sorted;
  }

  /** {@code y = A x}; each element's products are added in the order of their columns. */
  void multiply(double[] x, double[] y) {
    for (int row = 0; row < n; row++) {
      double sum = 0;
      for (int k = starts[row]; k < starts[row + 1]; k++) {
        sum += values[k] * x[columns[k]];
      }
      y[row] = sum;
    }
  }
}
