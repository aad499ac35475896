package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalMatrix;

/**
 * A tile of a matrix at hand: element (i, j) stands {@code (i * rowStride + j) * elementBytes}
 * bytes into the segment.
 */
record Tile(MemorySegment segment, int rows, int columns, long rowStride, int elementBytes) {
  static Tile of(GlobalMatrix matrix, LocalView view) {
    return new Tile(
        view.segment(),
        Math.toIntExact(matrix.rows()),
        Math.toIntExact(matrix.columns()),
        matrix.rowStride(),
        matrix.elementBytes());
  }

  long offset(long row, long column) {
    return (row * rowStride + column) * elementBytes;
  }

  long rowBytes() {
    return rowStride * elementBytes;
  }
}
