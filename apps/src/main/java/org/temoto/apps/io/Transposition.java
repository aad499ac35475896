package org.temoto.apps.io;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Transposition that copies any part of a row-major matrix out of the same matrix stored column by
 * column, in tiles that fit the first-level cache, so that each cache line of both sides is loaded
 * once.
 */
record Transposition(long rows, long columns, int elementBytes) {
  private static final long TILE = 32;

  static Transposition of(NpyHeader header) {
    return new Transposition(header.shape().get(0), header.shape().get(1), header.type().bytes());
  }

  /**
   * Fills {@code to} with the bytes that stand {@code offset} bytes into the row-major matrix.
   *
   * @param columnMajor all of the matrix, column by column
   */
  void copy(MemorySegment columnMajor, MemorySegment to, long offset) {
    long first = offset / elementBytes;
    long end = first + to.byteSize() / elementBytes;
    for (long row = first / columns; row * columns < end; row += TILE) {
      long lastRow = Math.min(row + TILE, Math.ceilDiv(end, columns));
      for (long column = 0; column < columns; column += TILE) {
        copyTile(columnMajor, to, first, end, row, lastRow, column);
      }
    }
  }

  private void copyTile(
      MemorySegment from,
      MemorySegment to,
      long first,
      long end,
      long row,
      long lastRow,
      long column) {
    for (long r = row; r < lastRow; r++) {
      long left = Math.max(column, first - r * columns);
      long right = Math.min(Math.min(column + TILE, columns), end - r * columns);
      for (long c = left; c < right; c++) {
        copyElement(from, c * rows + r, to, r * columns + c - first);
      }
    }
  }

  private void copyElement(MemorySegment from, long fromIndex, MemorySegment to, long toIndex) {
    if (elementBytes == Integer.BYTES) {
      to.set(
          JAVA_INT_UNALIGNED,
          toIndex * Integer.BYTES,
          from.get(JAVA_INT_UNALIGNED, fromIndex * Integer.BYTES));
    } else {
      to.set(
          JAVA_LONG_UNALIGNED,
          toIndex * Long.BYTES,
          from.get(JAVA_LONG_UNALIGNED, fromIndex * Long.BYTES));
    }
  }
}
