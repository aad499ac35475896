package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernel that computes C += A * B for float64 tiles at hand. Blocks of A and B are packed into heap
 * arrays in the order in which they are read; tiles of four rows by two vectors of C stay in
 * registers over a whole block (Goto and van de Geijn, 2008). Eight accumulators in local variables
 * is what the compiler keeps in registers; more of them fall off a cliff.
 *
 * <p>Not thread-safe; instances are reused.
 */
final class DoubleKernel {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** Rows and columns of a tile of C in registers. */
  static final int TILE_ROWS = 4;

  static final int TILE_COLUMNS = 2 * LANES;

  /**
   * A block's depth: a sliver of B of this depth and a tile's width stays in the first-level cache.
   */
  static final int DEPTH = 192;

  /** A block of A of so many rows stays in the second-level cache. */
  private static final int ROWS = 128;

  private static final int COLUMNS = 512;

  private static final ConcurrentLinkedQueue<DoubleKernel> FREE = new ConcurrentLinkedQueue<>();

  private final double[] packedA = new double[ROWS * DEPTH];
  private final double[] packedB = new double[COLUMNS * DEPTH];

  /** Buffer in which tiles at the edge of C are computed whole. */
  private final MemorySegment edge =
      Arena.ofAuto().allocate(JAVA_DOUBLE, (long) TILE_ROWS * TILE_COLUMNS);

  /** Adds the product of {@code a} (m x k) and {@code b} (k x n) to {@code c} (m x n). */
  static void multiplyAdd(Tile a, Tile b, Tile c) {
    DoubleKernel reused = FREE.poll();
    DoubleKernel kernel = reused == null ? new DoubleKernel() : reused;
    kernel.run(a, b, c);
    FREE.add(kernel);
  }

  private void run(Tile a, Tile b, Tile c) {
    for (int column = 0; column < c.columns(); column += COLUMNS) {
      int columns = Math.min(COLUMNS, c.columns() - column);
      for (int depth = 0; depth < a.columns(); depth += DEPTH) {
        int depths = Math.min(DEPTH, a.columns() - depth);
        packB(b, depth, depths, column, columns);
        for (int row = 0; row < c.rows(); row += ROWS) {
          int rows = Math.min(ROWS, c.rows() - row);
          packA(a, row, rows, depth, depths);
          multiplyBlock(c, row, rows, column, columns, depths);
        }
      }
    }
  }

  /** Row by row: a tile reads its rows side by side. Rows beyond the edge as zeros. */
  private void packA(Tile a, int row, int rows, int depth, int depths) {
    int run;
    for (int d = 0; d < depths; d += run) {
      run = a.run(depth + d, depths - d);
      for (int r = 0; r < rows; r++) {
        long from = a.offset(row + r, depth + d);
        MemorySegment.copy(a.segment(), JAVA_DOUBLE, from, packedA, r * depths + d, run);
      }
    }
    int whole = Math.ceilDiv(rows, TILE_ROWS) * TILE_ROWS;
    Arrays.fill(packedA, rows * depths, whole * depths, 0);
  }

  /**
   * Slivers of {@link #TILE_COLUMNS} columns, each row by row, columns beyond the edge as zeros. B
   * is read along its rows, which the hardware fetches ahead.
   */
  private void packB(Tile b, int depth, int depths, int column, int columns) {
    int run;
    for (int c = 0; c < columns; c += run) {
      run = b.run(column + c, columns - c);
      packPanel(b, depth, depths, column + c, run, c * depths);
    }
  }

  /** Columns of one panel, of which all but the last have whole slivers. */
  private void packPanel(Tile b, int depth, int depths, int column, int columns, int at) {
    int whole = columns / TILE_COLUMNS * TILE_COLUMNS;
    for (int p = 0; p < depths; p++) {
      long from = b.offset(depth + p, column);
      int to = at + p * TILE_COLUMNS;
      for (int c = 0; c < whole; c += TILE_COLUMNS, to += depths * TILE_COLUMNS) {
        copyVector(b, from + (long) c * Double.BYTES, to);
        copyVector(b, from + (long) (c + LANES) * Double.BYTES, to + LANES);
      }
      if (whole < columns) {
        int present = columns - whole;
        MemorySegment.copy(
            b.segment(), JAVA_DOUBLE, from + (long) whole * Double.BYTES, packedB, to, present);
        Arrays.fill(packedB, to + present, to + TILE_COLUMNS, 0);
      }
    }
  }

  private void copyVector(Tile b, long from, int to) {
    DoubleVector.fromMemorySegment(SPECIES, b.segment(), from, ORDER).intoArray(packedB, to);
  }

  private void multiplyBlock(Tile c, int row, int rows, int column, int columns, int depths) {
    for (int j = 0; j < columns; j += TILE_COLUMNS) {
      for (int i = 0; i < rows; i += TILE_ROWS) {
        if (i + TILE_ROWS <= rows && j + TILE_COLUMNS <= columns) {
          multiplyTile(
              i * depths,
              j * depths,
              depths,
              c.segment(),
              c.offset(row + i, column + j),
              c.rowBytes());
        } else {
          edge.fill((byte) 0);
          multiplyTile(i * depths, j * depths, depths, edge, 0, (long) TILE_COLUMNS * Double.BYTES);
          addEdge(
              c,
              row + i,
              Math.min(TILE_ROWS, rows - i),
              column + j,
              Math.min(TILE_COLUMNS, columns - j));
        }
      }
    }
  }

  private void addEdge(Tile c, int row, int rows, int column, int columns) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        long at = c.offset(row + i, column + j);
        double sum =
            c.segment().get(JAVA_DOUBLE, at) + edge.getAtIndex(JAVA_DOUBLE, i * TILE_COLUMNS + j);
        c.segment().set(JAVA_DOUBLE, at, sum);
      }
    }
  }

  /**
   * Adds the product of a sliver of A and a sliver of B to the tile of C that begins at byte {@code
   * at}. Summed up apart from it: short sums round less.
   */
  private void multiplyTile(int atA, int atB, int depths, MemorySegment c, long at, long rowBytes) {
    double[] a = packedA;
    double[] b = packedB;
    int row1 = atA + depths;
    int row2 = row1 + depths;
    int row3 = row2 + depths;
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = DoubleVector.zero(SPECIES);
    DoubleVector c10 = DoubleVector.zero(SPECIES);
    DoubleVector c11 = DoubleVector.zero(SPECIES);
    DoubleVector c20 = DoubleVector.zero(SPECIES);
    DoubleVector c21 = DoubleVector.zero(SPECIES);
    DoubleVector c30 = DoubleVector.zero(SPECIES);
    DoubleVector c31 = DoubleVector.zero(SPECIES);
    for (int p = 0; p < depths; p++) {
      DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, atB + p * TILE_COLUMNS);
      DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, atB + p * TILE_COLUMNS + LANES);
      DoubleVector a0 = DoubleVector.broadcast(SPECIES, a[atA + p]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      DoubleVector a1 = DoubleVector.broadcast(SPECIES, a[row1 + p]);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      DoubleVector a2 = DoubleVector.broadcast(SPECIES, a[row2 + p]);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      DoubleVector a3 = DoubleVector.broadcast(SPECIES, a[row3 + p]);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
    }
    long second = (long) LANES * Double.BYTES;
    add(c00, c, at);
    add(c01, c, at + second);
    add(c10, c, at + rowBytes);
    add(c11, c, at + rowBytes + second);
    add(c20, c, at + 2 * rowBytes);
    add(c21, c, at + 2 * rowBytes + second);
    add(c30, c, at + 3 * rowBytes);
    add(c31, c, at + 3 * rowBytes + second);
  }

  private static void add(DoubleVector sum, MemorySegment c, long at) {
    DoubleVector.fromMemorySegment(SPECIES, c, at, ORDER).add(sum).intoMemorySegment(c, at, ORDER);
  }
}
