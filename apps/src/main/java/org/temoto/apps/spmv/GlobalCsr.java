package org.temoto.apps.spmv;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Region;

/**
 * A sparse matrix by compressed rows in global memory, as one PE uses it: its own rows.
 *
 * @param starts int per row, and one more
 * @param columns int per nonzero
 * @param values float64 per nonzero
 * @param firstRow of this PE
 * @param endRow after its last
 * @param first nonzero of this PE
 * @param end after its last
 */
record GlobalCsr(
    GlobalMemory starts,
    GlobalMemory columns,
    GlobalMemory values,
    int firstRow,
    int endRow,
    int first,
    int end)
    implements AutoCloseable {
  /** Most bytes at once. */
  static final long PIECE = 16L << 20;

  /** Has each PE store its rows of {@code matrix}, which all have; a barrier has to follow. */
  static GlobalCsr store(GlobalAddressSpace space, CsrMatrix matrix, Shares shares) {
    int pageSize = space.options().pageSize();
    int pe = space.pe();
    Distribution byRow = shares.byRow(Integer.BYTES, pageSize);
    GlobalCsr stored =
        new GlobalCsr(
            allocate(space, "starts", (matrix.n() + 1L) * Integer.BYTES, byRow),
            allocate(
                space,
                "columns",
                (long) matrix.nonzeros() * Integer.BYTES,
                shares.byNonzero(Integer.BYTES, pageSize)),
            allocate(
                space,
                "values",
                (long) matrix.nonzeros() * Double.BYTES,
                shares.byNonzero(Double.BYTES, pageSize)),
            shares.rows()[pe],
            shares.rows()[pe + 1],
            shares.nonzeros()[pe],
            shares.nonzeros()[pe + 1]);
    int endStart = pe == space.pes() - 1 ? matrix.n() + 1 : stored.endRow;
    put(
        stored.starts,
        MemorySegment.ofArray(matrix.starts()),
        Integer.BYTES,
        stored.firstRow,
        endStart);
    put(
        stored.columns,
        MemorySegment.ofArray(matrix.columns()),
        Integer.BYTES,
        stored.first,
        stored.end);
    put(
        stored.values,
        MemorySegment.ofArray(matrix.values()),
        Double.BYTES,
        stored.first,
        stored.end);
    return stored;
  }

  /** Allocates {@code bytes}, or a byte if there is none. Collective. */
  static GlobalMemory allocate(
      GlobalAddressSpace space, String name, long bytes, Distribution distribution) {
    return space.allocate(
        MemoryOptions.of(name, Math.max(1, bytes)).withDistribution(distribution));
  }

  private static void put(GlobalMemory to, MemorySegment from, int unit, long first, long end) {
    for (long at = first * unit; at < end * unit; at += PIECE) {
      long bytes = Math.min(PIECE, end * unit - at);
      try (LocalView view = to.localize(at, bytes, Access.WRITE)) {
        view.segment().copyFrom(from.asSlice(at, bytes));
        view.commit();
      }
    }
  }

  LocalView localizeStarts() {
    int rows = endRow - firstRow;
    return starts.localize(
        (long) firstRow * Integer.BYTES, (rows + 1L) * Integer.BYTES, Access.READ);
  }

  LocalView localizeColumns() {
    return columns.localize(
        (long) first * Integer.BYTES, (long) (end - first) * Integer.BYTES, Access.READ);
  }

  LocalView localizeValues() {
    return values.localize(
        (long) first * Double.BYTES, (long) (end - first) * Double.BYTES, Access.READ);
  }

  /** The elements of {@code x} that this PE's rows need, of which there is at least one. */
  Region.Gathered gather(GlobalMemory x, MemorySegment ownColumns) {
    BitSet needed = new BitSet();
    for (int k = 0; k < end - first; k++) {
      needed.set(ownColumns.getAtIndex(JAVA_INT, k));
    }
    return x.gather(0, Double.BYTES, needed.stream().asLongStream().toArray());
  }

  /**
   * {@code y = A (x factor)} on this PE's rows.
   *
   * @param x elements from {@code xOffset} bytes on
   * @param y the elements of this PE's rows
   * @return the largest absolute value of an element, NaN if one is
   */
  double multiply(
      MemorySegment ownStarts,
      MemorySegment ownColumns,
      MemorySegment ownValues,
      MemorySegment x,
      long xOffset,
      double factor,
      MemorySegment y) {
    double largest = 0;
    int k = 0;
    for (int row = 0; row < endRow - firstRow; row++) {
      int rowEnd = ownStarts.getAtIndex(JAVA_INT, row + 1) - first;
      double sum = 0;
      for (; k < rowEnd; k++) {
        long at = (long) ownColumns.getAtIndex(JAVA_INT, k) * Double.BYTES - xOffset;
        sum += ownValues.getAtIndex(JAVA_DOUBLE, k) * (x.get(JAVA_DOUBLE, at) * factor);
      }
      y.setAtIndex(JAVA_DOUBLE, row, sum);
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }

  @Override
  public void close() {
    values.close();
    columns.close();
    starts.close();
  }
}
