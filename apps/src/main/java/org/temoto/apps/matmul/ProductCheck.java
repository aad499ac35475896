package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.apps.Mix;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Check of whether C is A * B within the rounding error that a product may have. Small products are
 * computed again by three loops. For others a few matrix-vector products tell (Freivalds, 1979):
 * for vectors x of random signs, C * x and A * (B * x) must agree row by row; a wrong C escapes one
 * vector with a probability of at most one half. Each PE checks its share of the rows.
 */
final class ProductCheck {
  /** Random vectors; also the exponent of one half in the chance that a wrong product passes. */
  static final int VECTORS = 8;

  /** Products of at most so many multiplications are computed again. */
  static final double SMALL = 1 << 23;

  /** A PE has at most this share of its cache open at once: pieces of two matrices, and B. */
  private static final int CACHE_SHARE = 8;

  private static final double HALF_ULP_FLOAT = 0x1p-24;
  private static final double HALF_ULP_DOUBLE = 0x1p-53;

  private final GlobalAddressSpace space;
  private final StoredMatrix a;
  private final StoredMatrix b;
  private final StoredMatrix c;
  private final ElementType type;
  private final long seed;

  ProductCheck(
      GlobalAddressSpace space,
      StoredMatrix a,
      StoredMatrix b,
      StoredMatrix c,
      ElementType type,
      long seed) {
    this.space = space;
    this.a = a;
    this.b = b;
    this.c = c;
    this.type = type;
    this.seed = seed;
  }

  /** Bytes of the vectors that PEs exchange, for an inner dimension of {@code depth}. */
  static long vectorBytes(long depth) {
    return Math.multiplyExact((VECTORS + 1) * (long) Double.BYTES, Math.max(1, depth));
  }

  /** Collective. */
  boolean holds() {
    double multiplications = (double) c.rows() * c.columns() * a.columns();
    double sizeOfB = (double) b.rows() * b.columns() * type.bytes();
    boolean small = multiplications <= SMALL && sizeOfB <= cacheShare();
    return small ? holdsByElements() : holdsByVectors();
  }

  private long cacheShare() {
    return space.options().cacheBytes() / CACHE_SHARE;
  }

  private boolean holdsByElements() {
    long[] wrong = new long[1];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment matrixB = rows(b, 0, b.rows(), arena);
      forOwnRows(c, (row, count) -> wrong[0] += wrongElements(row, count, matrixB));
    }
    return space.sum(wrong)[0] == 0;
  }

  private long wrongElements(long row, long count, MemorySegment matrixB) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rowsOfA = rows(a, row, count, arena);
      MemorySegment rowsOfC = rows(c, row, count, arena);
      long wrong = 0;
      for (long i = 0; i < count; i++) {
        for (long j = 0; j < c.columns(); j++) {
          double actual = element(rowsOfC, i * c.columns() + j);
          wrong += isElement(actual, rowsOfA, i, matrixB, j) ? 0 : 1;
        }
      }
      return wrong;
    }
  }

  private boolean isElement(
      double actual, MemorySegment matrixA, long i, MemorySegment matrixB, long j) {
    double sum = 0;
    double magnitude = 0;
    for (long p = 0; p < a.columns(); p++) {
      double product =
          element(matrixA, i * a.columns() + p) * element(matrixB, p * b.columns() + j);
      sum += product;
      magnitude += Double.isFinite(product) ? Math.abs(product) : 0;
    }
    // If no finite products can overflow together, infinite ones leave one value, in any order.
    return Double.isFinite(sum) || !(magnitude < greatest())
        ? agree(sum, actual, magnitude)
        : Double.compare(sum, actual) == 0;
  }

  private double greatest() {
    return type == ElementType.FLOAT64 ? Double.MAX_VALUE : Float.MAX_VALUE;
  }

  private boolean holdsByVectors() {
    GlobalDoubles products = GlobalDoubles.allocate(space, "B x", (VECTORS + 1) * b.rows());
    try {
      forOwnRows(b, (row, count) -> multiplyRows(row, count, products));
      space.barrier();
      long[] wrong = new long[1];
      try (DoubleView view = products.localize(Access.READ)) {
        MemorySegment bx = view.segment();
        forOwnRows(c, (row, count) -> wrong[0] += wrongRows(row, count, bx));
      }
      return space.sum(wrong)[0] == 0;
    } finally {
      products.range().memory().close();
    }
  }

  /** Pieces of this PE's share of the rows of {@code matrix}. */
  private void forOwnRows(StoredMatrix matrix, OwnRows.Visitor visitor) {
    long width = Math.max(a.columns(), b.columns()) * type.bytes();
    long piece = Math.max(1, Math.min(OwnRows.PIECE, cacheShare()) / width);
    OwnRows.forEach(space, matrix.rows(), piece, visitor);
  }

  /** A copy of rows without gaps between them, while {@code arena} is open. */
  private static MemorySegment rows(StoredMatrix matrix, long row, long count, Arena arena) {
    long bytes = count * matrix.columns() * matrix.elementBytes();
    MemorySegment copy = arena.allocate(bytes, Double.BYTES);
    if (bytes > 0) {
      matrix.read(row, count, copy);
    }
    return copy;
  }

  /** Rows [row, row + count) of B times each vector, and of |B| times ones. */
  private void multiplyRows(long row, long count, GlobalDoubles products) {
    int block = VECTORS + 1;
    try (Arena arena = Arena.ofConfined();
        DoubleView to = products.localize(row * block, (row + count) * block, Access.WRITE)) {
      MemorySegment rowsOfB = rows(b, row, count, arena);
      double[] sums = new double[block];
      for (long i = 0; i < count; i++) {
        Arrays.fill(sums, 0);
        addRow(rowsOfB, i * b.columns(), sums);
        MemorySegment.copy(sums, 0, to.segment(), JAVA_DOUBLE, i * block * Double.BYTES, block);
      }
      to.commit();
    }
  }

  /** Adds a row times each vector to {@code sums}; the last sum is that of the magnitudes. */
  private void addRow(MemorySegment matrix, long first, double[] sums) {
    for (long j = 0; j < b.columns(); j++) {
      double value = element(matrix, first + j);
      long signs = Mix.at(seed, j);
      for (int v = 0; v < VECTORS; v++) {
        sums[v] += (signs >>> v & 1) == 0 ? value : -value;
      }
      sums[VECTORS] += Math.abs(value);
    }
  }

  private long wrongRows(long row, long count, MemorySegment bx) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rowsOfA = rows(a, row, count, arena);
      MemorySegment rowsOfC = rows(c, row, count, arena);
      long wrong = 0;
      double[] expected = new double[VECTORS + 1];
      double[] actual = new double[VECTORS + 1];
      for (long i = 0; i < count; i++) {
        Arrays.fill(expected, 0);
        Arrays.fill(actual, 0);
        multiplyRow(rowsOfA, i * a.columns(), bx, expected);
        addRow(rowsOfC, i * c.columns(), actual);
        wrong += agree(expected, actual) ? 0 : 1;
      }
      return wrong;
    }
  }

  /** Adds a row of A times B x, and of |A| times |B| ones. */
  private void multiplyRow(MemorySegment matrix, long first, MemorySegment bx, double[] sums) {
    long at = 0;
    for (long p = 0; p < a.columns(); p++) {
      double value = element(matrix, first + p);
      for (int v = 0; v < VECTORS; v++) {
        sums[v] += value * bx.getAtIndex(JAVA_DOUBLE, at++);
      }
      sums[VECTORS] += Math.abs(value) * bx.getAtIndex(JAVA_DOUBLE, at++);
    }
  }

  private boolean agree(double[] expected, double[] actual) {
    for (int v = 0; v < VECTORS; v++) {
      if (!agree(expected[v], actual[v], expected[VECTORS])) {
        return false;
      }
    }
    return true;
  }

  /** {@code magnitude} bounds the sum of the products' magnitudes. */
  private boolean agree(double expected, double actual, double magnitude) {
    if (Math.abs(expected - actual) <= tolerance() * magnitude + underflow()) {
      return true;
    }
    boolean mayOverflow = !(magnitude < greatest());
    // With elements that are infinite, undefined or so large, no more can be said than that they
    // show up in the product.
    return mayOverflow && !Double.isFinite(actual);
  }

  /**
   * Twice the bound on the error of sums of products in any order, relative to the sum of their
   * magnitudes (Higham, 3.1).
   */
  private double tolerance() {
    double own = type == ElementType.FLOAT64 ? HALF_ULP_DOUBLE : HALF_ULP_FLOAT;
    double terms = a.columns() + 2.0;
    return 2 * (terms * own + (terms + 2.0 * b.columns()) * HALF_ULP_DOUBLE);
  }

  /** Error that products too small for the type's exponent may add. */
  private double underflow() {
    double least = type == ElementType.FLOAT64 ? Double.MIN_VALUE : Float.MIN_VALUE;
    return least * (a.columns() + 2.0) * (b.columns() + 2.0);
  }

  private double element(MemorySegment matrix, long index) {
    return type == ElementType.FLOAT64
        ? matrix.getAtIndex(JAVA_DOUBLE, index)
        : matrix.getAtIndex(JAVA_FLOAT, index);
  }
}
