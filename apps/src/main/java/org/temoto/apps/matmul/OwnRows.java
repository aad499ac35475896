package org.temoto.apps.matmul;

import org.temoto.gas.GlobalAddressSpace;

/** Share of a matrix's rows, equal on all PEs, that each PE brings in, checks and writes. */
final class OwnRows {
  /** Rows are looked at in pieces of about so many bytes. */
  static final long PIECE = 4L << 20;

  private OwnRows() {}

  /** Work on the rows [{@code row}, {@code row + count}). */
  @FunctionalInterface
  interface Visitor {
    void visit(long row, long count);
  }

  /** Visits this PE's share of {@code rows} in pieces of at most {@code most} of them. */
  static void forEach(GlobalAddressSpace space, long rows, long most, Visitor visitor) {
    long to = share(rows, space.pe() + 1, space.pes());
    for (long row = share(rows, space.pe(), space.pes()); row < to; row += most) {
      visitor.visit(row, Math.min(most, to - row));
    }
  }

  private static long share(long rows, int pe, int pes) {
    return Math.multiplyExact(rows, (long) pe) / pes;
  }
}
