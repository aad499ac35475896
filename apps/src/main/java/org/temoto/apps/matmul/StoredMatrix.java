package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.pattern.sort.ElementType;

/**
 * A matrix in global memory, or a block of one; a value that tasks carry. The columns are in panels
 * of {@code width}, one after the other, and each panel is stored row by row; the last one is
 * filled up. A matrix stored row by row is one panel. A block begins where a panel begins, or lies
 * in one panel.
 *
 * @param offset of the first element, in bytes
 * @param width elements from one row's start to the next's in a panel
 * @param panelStride elements from one panel's start to the next's
 */
public record StoredMatrix(
    GlobalMemory memory,
    long offset,
    long rows,
    long columns,
    long width,
    long panelStride,
    int elementBytes) {
  /** The bytes of a whole matrix in panels of {@code width} columns. */
  static long bytes(long rows, long columns, long width, ElementType type) {
    long padded = columns == 0 ? 0 : Math.multiplyExact(Math.ceilDiv(columns, width), width);
    return Math.multiplyExact(Math.multiplyExact(rows, padded), type.bytes());
  }

  /** A whole matrix at the front of {@code memory}. */
  static StoredMatrix of(
      GlobalMemory memory, long rows, long columns, long width, ElementType type) {
    return new StoredMatrix(memory, 0, rows, columns, width, rows * width, type.bytes());
  }

  /** A matrix that is stored row by row. */
  static StoredMatrix of(GlobalMatrix matrix) {
    return new StoredMatrix(
        matrix.range().memory(),
        matrix.range().offset(),
        matrix.rows(),
        matrix.columns(),
        matrix.rowStride(),
        0,
        matrix.elementBytes());
  }

  /** The block of so many rows and columns whose first element is (row, column). */
  StoredMatrix block(long row, long column, long blockRows, long blockColumns) {
    long elements = column / width * panelStride + row * width + column % width;
    return new StoredMatrix(
        memory,
        offset + elements * elementBytes,
        blockRows,
        blockColumns,
        width,
        panelStride,
        elementBytes);
  }

  /** The row of the first element in the whole matrix, which is at the front of the memory. */
  long row() {
    return (panelStride == 0 ? element() : element() % panelStride) / width;
  }

  /** The column of the first element in the whole matrix, which is at the front of the memory. */
  long column() {
    long before = panelStride == 0 ? 0 : element() / panelStride * width;
    return before + element() % width;
  }

  private long element() {
    return offset / elementBytes;
  }

  /** Its bytes; of several panels also those that the last one is filled up with. */
  Region region() {
    if (columns > width) {
      long panels = Math.ceilDiv(columns, width);
      return strided(rows * width, panelStride, panels);
    }
    return strided(columns, width, rows);
  }

  /** Bytes of all parts of the region together. */
  long regionBytes() {
    long panels = columns > width ? Math.ceilDiv(columns, width) * width : columns;
    return rows * panels * elementBytes;
  }

  private Region strided(long block, long stride, long count) {
    return block == stride || count == 1
        ? memory.range(offset, block * count * elementBytes)
        : new Region.Strided(memory, offset, block * elementBytes, stride * elementBytes, count);
  }

  /** Brings the matrix to hand in its global layout. */
  LocalView localize(Access access) {
    return region().localize(access);
  }

  /** Starts to bring it to hand. */
  Request<LocalView> localizeAsync(Access access) {
    return region().localizeAsync(access);
  }

  /** Copies rows from {@code row} on to {@code to}, which has room for {@code count} whole ones. */
  void read(long row, long count, MemorySegment to) {
    for (long column = 0; column < columns; column += width) {
      StoredMatrix part = panelRows(row, column, count);
      try (LocalView view = part.localize(Access.READ)) {
        part.copyRows(view.segment(), 0, width, to, column, columns);
      }
    }
  }

  /** Writes {@code count} whole rows and commits them. */
  void write(long row, long count, MemorySegment from) {
    for (long column = 0; column < columns; column += width) {
      StoredMatrix part = panelRows(row, column, count);
      try (LocalView view = part.localize(Access.WRITE)) {
        part.copyRows(from, column, columns, view.segment(), 0, width);
        view.commit();
      }
    }
  }

  private StoredMatrix panelRows(long row, long column, long count) {
    return block(row, column, count, Math.min(width, columns - column));
  }

  /** Copies as many elements as this has; first elements and strides of rows are in elements. */
  private void copyRows(
      MemorySegment from, long first, long stride, MemorySegment to, long toFirst, long toStride) {
    for (long row = 0; row < rows; row++) {
      MemorySegment.copy(
          from,
          (first + row * stride) * elementBytes,
          to,
          (toFirst + row * toStride) * elementBytes,
          columns * elementBytes);
    }
  }
}
