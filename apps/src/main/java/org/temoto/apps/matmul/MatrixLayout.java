package org.temoto.apps.matmul;

import org.temoto.task.pattern.sort.ElementType;

/** Order in which the elements of a matrix stand in global memory. */
public enum MatrixLayout {
  /** Row by row: a page has whole rows, or a part of one. */
  ROWS,

  /**
   * Layout in panels of columns, each row by row: a page is about as high as it is wide, so that a
   * block of the matrix has few pages.
   */
  TILES;

  /** A kernel's widest tile in registers lies in one panel: two vectors of 16 floats. */
  static final long MIN_WIDTH = 32;

  private static final long MAX_WIDTH = 512;

  /** Columns of a panel of a matrix with so many columns; all of them, if there is but one. */
  long width(long columns, ElementType type, int pageSize) {
    int bits = Long.numberOfTrailingZeros(pageSize / type.bytes());
    long side = Math.clamp(1L << Math.ceilDiv(bits, 2), MIN_WIDTH, MAX_WIDTH);
    return this == ROWS ? columns : Math.min(columns, side);
  }
}
