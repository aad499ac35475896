package org.temoto.gas.array;

import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;

/**
 * A dense row-major matrix of numbers over a range of bytes, or a tile of one; a value that tasks
 * may carry. Element (i, j) stands {@code (i * rowStride + j) * elementBytes} bytes into the range.
 *
 * @param range the bytes from the first element to the last
 * @param rows number of rows, at least 1
 * @param columns number of columns, at least 1
 * @param rowStride elements from one row's start to the next's, at least {@code columns}
 * @param elementBytes 4 or 8
 */
public record GlobalMatrix(
    GlobalRange range, long rows, long columns, long rowStride, int elementBytes) {
  public GlobalMatrix {
    if (rows < 1
        || columns < 1
        || rowStride < columns
        || elementBytes != Integer.BYTES && elementBytes != Long.BYTES) {
      throw new IllegalArgumentException(
          "rows=%s, columns=%s, rowStride=%s, elementBytes=%s: shapes must be positive, rows must not overlap, elements are of 4 or 8 bytes"
              .formatted(rows, columns, rowStride, elementBytes));
    }
    GlobalArray.requireAligned(range, elementBytes);
    long bytes = span(rows, columns, rowStride, elementBytes);
    if (range.length() < bytes) {
      throw new IllegalArgumentException(
          "a %s x %s matrix needs %s bytes, the range has %s"
              .formatted(rows, columns, bytes, range.length()));
    }
    if (range.length() > bytes) {
      range = range.slice(0, bytes); // what follows is not the matrix's, to fetch or to store
    }
  }

  private static long span(long rows, long columns, long rowStride, int elementBytes) {
    try {
      return Math.multiplyExact(
          Math.addExact(Math.multiplyExact(rows - 1, rowStride), columns), elementBytes);
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException(
          "a %s x %s matrix, rows of %s elements of %s bytes apart: must have less than 2^63 bytes"
              .formatted(rows, columns, rowStride, elementBytes),
          overflow);
    }
  }

  /** A matrix that fills {@code range} without gaps between rows. */
  public static GlobalMatrix of(GlobalRange range, long rows, long columns, int elementBytes) {
    return new GlobalMatrix(range, rows, columns, columns, elementBytes);
  }

  /**
   * The tile of {@code tileRows x tileColumns} whose first element is (row, column); shares the
   * bytes.
   */
  public GlobalMatrix tile(long row, long column, long tileRows, long tileColumns) {
    if (row < 0
        || column < 0
        || tileRows < 1
        || tileColumns < 1
        || row > rows - tileRows
        || column > columns - tileColumns) {
      throw new IndexOutOfBoundsException(
          "tile %s x %s at (%s, %s) is outside a matrix of %s x %s"
              .formatted(tileRows, tileColumns, row, column, rows, columns));
    }
    GlobalRange part =
        range.slice(
            (row * rowStride + column) * elementBytes,
            span(tileRows, tileColumns, rowStride, elementBytes));
    return new GlobalMatrix(part, tileRows, tileColumns, rowStride, elementBytes);
  }

  /** The bytes of the matrix without the gaps between its rows. */
  public Region region() {
    return columns == rowStride || rows == 1
        ? range
        : new Region.Strided(
            range.memory(), range.offset(), columns * elementBytes, rowStride * elementBytes, rows);
  }

  /**
   * Brings the matrix to hand in its global layout: element (i, j) at index {@code i * rowStride +
   * j} of the view's segment. Cost as {@link org.temoto.gas.GlobalMemory#localize(Region, Access)}.
   */
  public LocalView localize(Access access) {
    return watched(range.memory().localize(region(), access));
  }

  /** As {@link #localize}, while the task goes on. */
  public Request<LocalView> localizeAsync(Access access) {
    return region().localizeAsync(access).map(this::watched);
  }

  private LocalView watched(LocalView view) {
    ArrayView.watched(view).holds(elementBytes, elementBytes);
    return view;
  }

  @Override
  public String toString() {
    return rows + " x " + columns + " of " + range;
  }
}
