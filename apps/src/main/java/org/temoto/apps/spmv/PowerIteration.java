package org.temoto.apps.spmv;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.OptionalInt;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;

/**
 * The power iteration as one PE runs it: {@code y = A (x f)}, then y and x change places; f is the
 * power of two that brings the largest element of x to [1, 2) without rounding. Which elements of x
 * a PE's rows need is found out once; every iteration localizes them at once.
 */
final class PowerIteration implements AutoCloseable {
  /**
   * Time of a product and a sum whose x is found by an index, as a core does them in its caches.
   */
  private static final double NANOS_PER_NONZERO = 1.5;

  private final GlobalAddressSpace space;
  private final GlobalCsr matrix;
  private final GlobalMemory[] vectors;
  private double largest = 1;
  private double growth;
  private int done;
  private long pieces;

  /** Stores the matrix and a vector of ones. Collective. */
  PowerIteration(GlobalAddressSpace space, CsrMatrix plain) {
    this.space = space;
    Shares shares = Shares.of(plain, space.pes());
    matrix = GlobalCsr.store(space, plain, shares);
    Distribution byRow = shares.byRow(Double.BYTES, space.options().pageSize());
    vectors =
        new GlobalMemory[] {
          GlobalCsr.allocate(space, "x", (long) plain.n() * Double.BYTES, byRow),
          GlobalCsr.allocate(space, "y", (long) plain.n() * Double.BYTES, byRow)
        };
    try (LocalView ones = localizeOwn(vectors[0])) {
      for (int i = 0; i < matrix.endRow() - matrix.firstRow(); i++) {
        ones.segment().setAtIndex(JAVA_DOUBLE, i, 1);
      }
      ones.commit();
    }
    space.barrier();
  }

  private LocalView localizeOwn(GlobalMemory vector) {
    int rows = matrix.endRow() - matrix.firstRow();
    return vector.localize(
        (long) matrix.firstRow() * Double.BYTES, (long) rows * Double.BYTES, Access.WRITE);
  }

  /**
   * Ends early when the vector has become zero. Collective; called once.
   *
   * @throws GasException if its largest element overflows, loses digits or is undefined
   */
  void run(int iterations) {
    int nonzeros = matrix.end() - matrix.first();
    try (LocalView starts = matrix.localizeStarts();
        LocalView columns = matrix.localizeColumns();
        LocalView values = matrix.localizeValues()) {
      Region.Gathered[] needed = new Region.Gathered[vectors.length];
      for (int i = 0; i < needed.length && nonzeros > 0; i++) {
        needed[i] = matrix.gather(vectors[i], columns.segment());
        pieces = needed[i].pieces().ranges().size();
      }
      for (int i = 0; i < iterations && largest != 0; i++) {
        double factor = Math.scalb(1.0, -Math.getExponent(largest));
        double own;
        try (LocalView y = localizeOwn(vectors[(i + 1) % 2])) {
          if (nonzeros == 0) {
            y.segment().fill((byte) 0);
            own = 0;
          } else {
            try (LocalView x = needed[i % 2].localize(Access.READ)) {
              own =
                  matrix.multiply(
                      starts.segment(),
                      columns.segment(),
                      values.segment(),
                      x.segment(),
                      x.offset(),
                      factor,
                      y.segment());
            }
          }
          y.commit();
        }
        space.charge((long) (nonzeros * NANOS_PER_NONZERO));
        space.barrier();
        double before = largest * factor;
        largest = largestOfAll(own);
        growth = largest / before;
        done = i + 1;
        requireKept();
      }
    }
  }

  private void requireKept() {
    if (!PlainPower.isKept(largest)) {
      throw new GasException(
          "spmv: iteration %d makes the largest element of the vector %s: must be 0 or from %s to %s; scale the matrix"
              .formatted(done, largest, Double.MIN_NORMAL, Double.MAX_VALUE));
    }
  }

  private double largestOfAll(double own) {
    long[] byPe = new long[space.pes()];
    byPe[space.pe()] = Double.doubleToRawLongBits(own);
    return Arrays.stream(space.sum(byPe))
        .mapToDouble(Double::longBitsToDouble)
        .reduce(0, Math::max);
  }

  /** The largest absolute value of the last {@code A x}, where that of x is 1. */
  double growth() {
    return growth;
  }

  /** Number of iterations after which the vector is zero; empty if it is not. */
  OptionalInt zeroAfter() {
    return largest == 0 ? OptionalInt.of(done) : OptionalInt.empty();
  }

  /** Ranges that this PE's rows gather. */
  long pieces() {
    return pieces;
  }

  /** Tells whether the last vector is {@code expected}, bit by bit. */
  boolean isEqual(double[] expected) {
    MemorySegment wanted = MemorySegment.ofArray(expected);
    boolean equal = true;
    for (long at = 0; at < wanted.byteSize(); at += GlobalCsr.PIECE) {
      long bytes = Math.min(GlobalCsr.PIECE, wanted.byteSize() - at);
      try (LocalView view = vectors[done % 2].localize(at, bytes, Access.READ)) {
        equal &= view.segment().mismatch(wanted.asSlice(at, bytes)) < 0;
      }
    }
    return equal;
  }

  @Override
  public void close() {
    vectors[1].close();
    vectors[0].close();
    matrix.close();
  }
}
