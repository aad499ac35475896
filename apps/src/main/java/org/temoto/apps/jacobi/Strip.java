package org.temoto.apps.jacobi;

import org.temoto.gas.Distribution;

/**
 * The rows [{@code first}, {@code end}) of a grid that are one PE's.
 *
 * @param end {@code first} for a PE that has no row
 */
record Strip(int first, int end) {
  /** The strip of {@code pe} if {@code rows} are dealt evenly in order. */
  static Strip of(int pe, int pes, int rows) {
    return new Strip(start(pe, pes, rows), start(pe + 1, pes, rows));
  }

  private static int start(int pe, int pes, int rows) {
    return (int) ((long) pe * rows / pes);
  }

  /** The PE in whose strip {@code row} is. */
  static int owner(long row, int pes, int rows) {
    return (int) (((row + 1) * pes - 1) / rows);
  }

  /** Each page on the PE whose strip it begins in. */
  static Distribution distribution(int rows, int rowBytes, int pageSize) {
    return Distribution.of((page, _, pes) -> owner((long) page * pageSize / rowBytes, pes, rows));
  }
}
