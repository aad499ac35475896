package org.temoto.apps.lu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.Mix;

/**
 * A random matrix that can be factored without pivoting: elements in [-1, 1), and n more on the
 * diagonal. Beyond row or column n it goes on as the identity, up to whole tiles.
 */
record DominantMatrix(int n, long seed) {
  double at(int row, int column) {
    if (row >= n || column >= n) {
      return row == column ? 1 : 0;
    }
    double random = 2 * Mix.unit(seed, (long) row * n + column) - 1;
    return row == column ? random + n : random;
  }

  /** Writes tile ({@code tileRow}, {@code tileColumn}). */
  void fill(MemorySegment tile, int tileRow, int tileColumn, int side) {
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        tile.setAtIndex(
            JAVA_DOUBLE, (long) i * side + j, at(tileRow * side + i, tileColumn * side + j));
      }
    }
  }
}
