package org.temoto.apps.spmv;

import java.util.Arrays;
import org.temoto.gas.Distribution;

/**
 * Partition of rows among PEs: contiguous, in the order of PEs, with about as many rows and
 * nonzeros on each PE together.
 *
 * @param rows the first row of each PE, and after the last PE their number
 * @param nonzeros the first nonzero of each PE, and after the last PE their number
 */
record Shares(int[] rows, int[] nonzeros) {
  static Shares of(CsrMatrix matrix, int pes) {
    int[] rows = new int[pes + 1];
    int[] nonzeros = new int[pes + 1];
    long all = (long) matrix.n() + matrix.nonzeros();
    for (int pe = 1; pe <= pes; pe++) {
      int row = rows[pe - 1];
      while (row < matrix.n() && row + (long) matrix.starts()[row] < all * pe / pes) {
        row++;
      }
      rows[pe] = row;
      nonzeros[pe] = matrix.starts()[row];
    }
    return new Shares(rows, nonzeros);
  }

  /** Each page of an array with an element per row on the PE that its first row is of. */
  Distribution byRow(int elementBytes, int pageSize) {
    return byFirst(rows, elementBytes, pageSize);
  }

  /** Each page of an array with an element per nonzero on the PE that its first one is of. */
  Distribution byNonzero(int elementBytes, int pageSize) {
    return byFirst(nonzeros, elementBytes, pageSize);
  }

  private static Distribution byFirst(int[] firsts, int elementBytes, int pageSize) {
    return Distribution.of(
        (page, _, pes) -> owner(firsts, (long) page * pageSize / elementBytes, pes));
  }

  /** The last PE that begins at {@code element} or before. */
  private static int owner(int[] firsts, long element, int pes) {
    int key = (int) Math.min(element, Integer.MAX_VALUE - 1);
    int at = Arrays.binarySearch(firsts, 0, pes, key);
    if (at < 0) {
      return -at - 2;
    }
    while (at + 1 < pes && firsts[at + 1] == key) {
      at++;
    }
    return at;
  }
}
