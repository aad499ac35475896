package org.temoto.apps.lu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.matmul.TileKernels;

/**
 * Operations on single tiles, row-major squares of float64. Rows are worked on as a whole, in heap
 * arrays, which the compiler turns into vector instructions.
 */
final class TileMath {
  private TileMath() {}

  /** A = L U in place; L has ones on its diagonal, which are not stored. */
  static void factor(MemorySegment tile, int side) {
    double[] a = tile.toArray(JAVA_DOUBLE);
    for (int k = 0; k < side; k++) {
      for (int i = k + 1; i < side; i++) {
        double factor = a[i * side + k] / a[k * side + k];
        a[i * side + k] = factor;
        subtract(a, i * side, factor, a, k * side, k + 1, side);
      }
    }
    MemorySegment.copy(a, 0, tile, JAVA_DOUBLE, 0, a.length);
  }

  /** B becomes X of L X = B. */
  static void solveLower(MemorySegment lower, MemorySegment tile, int side) {
    double[] l = lower.toArray(JAVA_DOUBLE);
    double[] b = tile.toArray(JAVA_DOUBLE);
    for (int i = 1; i < side; i++) {
      for (int k = 0; k < i; k++) {
        subtract(b, i * side, l[i * side + k], b, k * side, 0, side);
      }
    }
    MemorySegment.copy(b, 0, tile, JAVA_DOUBLE, 0, b.length);
  }

  /** B becomes X of X U = B. */
  static void solveUpper(MemorySegment upper, MemorySegment tile, int side) {
    double[] u = upper.toArray(JAVA_DOUBLE);
    double[] b = tile.toArray(JAVA_DOUBLE);
    for (int i = 0; i < side; i++) {
      for (int k = 0; k < side; k++) {
        double x = b[i * side + k] / u[k * side + k];
        b[i * side + k] = x;
        subtract(b, i * side, x, u, k * side, k + 1, side);
      }
    }
    MemorySegment.copy(b, 0, tile, JAVA_DOUBLE, 0, b.length);
  }

  /** Elements [from, to) of a row of {@code a} minus {@code factor} times those of a row of b. */
  private static void subtract(
      double[] a, int rowA, double factor, double[] b, int rowB, int from, int to) {
    for (int j = from; j < to; j++) {
      a[rowA + j] -= factor * b[rowB + j];
    }
  }

  /** C -= A B, by the kernel of the matrix product, which adds. */
  static void subtractProduct(MemorySegment a, MemorySegment b, MemorySegment c, int side) {
    double[] negative = a.toArray(JAVA_DOUBLE);
    for (int i = 0; i < negative.length; i++) {
      negative[i] = -negative[i];
    }
    TileKernels.multiplyAdd(MemorySegment.ofArray(negative), b, c, side);
  }

  /** Cost of {@link #subtractProduct}, for modelled costs: 30 operations per nanosecond. */
  static long productNanos(int side) {
    return 2L * side * side * side / 30;
  }

  /** Cost of {@link #factor} or one of the solves, for modelled costs: 4 per nanosecond. */
  static long solveNanos(int side) {
    return (long) side * side * side / 4;
  }
}
