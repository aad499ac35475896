package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalMatrix;

/**
 * A matrix, or a tile of one, in plain memory that every worker of the process reaches; a value
 * that tasks carry. Valid while the memory is.
 *
 * @param address of the first element
 * @param rowStride elements from one row's start to the next's
 */
record SharedMatrix(long address, long rows, long columns, long rowStride, int elementBytes) {
  /** {@code matrix}, which {@code view} has at hand, until that is closed. */
  static SharedMatrix of(GlobalMatrix matrix, LocalView view) {
    return new SharedMatrix(
        view.address(), matrix.rows(), matrix.columns(), matrix.rowStride(), matrix.elementBytes());
  }

  SharedMatrix tile(long row, long column, long tileRows, long tileColumns) {
    long first = address + (row * rowStride + column) * elementBytes;
    return new SharedMatrix(first, tileRows, tileColumns, rowStride, elementBytes);
  }

  Tile toTile() {
    long bytes = ((rows - 1) * rowStride + columns) * elementBytes;
    return new Tile(
        MemorySegment.ofAddress(address).reinterpret(bytes),
        Math.toIntExact(rows),
        Math.toIntExact(columns),
        rowStride,
        elementBytes);
  }
}
