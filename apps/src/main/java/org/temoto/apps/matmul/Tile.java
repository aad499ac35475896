package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.LocalView;

/**
 * A block of a matrix at hand, in panels as {@link StoredMatrix} has them: element (i, j) stands
 * {@code offset(i, j)} bytes into the segment.
 */
record Tile(
    MemorySegment segment, int rows, int columns, long width, long panelStride, int elementBytes) {
  /** Makes a tile of one panel. */
  Tile(MemorySegment segment, int rows, int columns, long rowStride, int elementBytes) {
    this(segment, rows, columns, rowStride, 0, elementBytes);
  }

  static Tile of(StoredMatrix matrix, LocalView view) {
    return new Tile(
        view.segment(),
        Math.toIntExact(matrix.rows()),
        Math.toIntExact(matrix.columns()),
        matrix.width(),
        matrix.panelStride(),
        matrix.elementBytes());
  }

  /** Tile of {@code count} of its rows, from {@code row} on. */
  Tile rows(int row, int count) {
    return new Tile(
        segment.asSlice(row * rowBytes()), count, columns, width, panelStride, elementBytes);
  }

  /** Makes all elements zero; of several panels also what the last one is filled up with. */
  void clear() {
    for (long column = 0; column < columns; column += width) {
      if (columns >= width) {
        segment.asSlice(offset(0, column), rows * rowBytes()).fill((byte) 0);
      } else {
        for (int row = 0; row < rows; row++) {
          segment.asSlice(offset(row, column), (long) columns * elementBytes).fill((byte) 0);
        }
      }
    }
  }

  long offset(long row, long column) {
    long before = column < width ? 0 : column / width;
    return (before * panelStride + row * width + column - before * width) * elementBytes;
  }

  long rowBytes() {
    return width * elementBytes;
  }

  /** Number of elements of a row from {@code column} on side by side, at most {@code most}. */
  int run(long column, int most) {
    return (int) Math.min(most, width - column % width);
  }
}
