package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.LocalView;

/**
 * A matrix, or a block of one, in plain memory that every worker of the process reaches, in the
 * layout of a {@link StoredMatrix}; a value that tasks carry. Valid while the memory is.
 *
 * @param address of the first element
 */
record SharedMatrix(
    long address, long rows, long columns, long width, long panelStride, int elementBytes) {
  /** {@code matrix}, which {@code view} has at hand, until that is closed. */
  static SharedMatrix of(StoredMatrix matrix, LocalView view) {
    return new SharedMatrix(
        view.address(),
        matrix.rows(),
        matrix.columns(),
        matrix.width(),
        matrix.panelStride(),
        matrix.elementBytes());
  }

  SharedMatrix block(long row, long column, long blockRows, long blockColumns) {
    long elements = column / width * panelStride + row * width + column % width;
    return new SharedMatrix(
        address + elements * elementBytes,
        blockRows,
        blockColumns,
        width,
        panelStride,
        elementBytes);
  }

  Tile toTile() {
    long last = (columns - 1) / width * panelStride + (rows - 1) * width + (columns - 1) % width;
    return new Tile(
        MemorySegment.ofAddress(address).reinterpret((last + 1) * elementBytes),
        Math.toIntExact(rows),
        Math.toIntExact(columns),
        width,
        panelStride,
        elementBytes);
  }
}
