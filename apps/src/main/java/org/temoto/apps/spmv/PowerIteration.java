package org.temoto.apps.spmv;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;

/**
 * The power iteration as one PE runs it: {@code y = A x / max|x|}, then y and x change places.
 * Which elements of x a PE's rows need is found out once; every iteration localizes them at once.
 */
final class PowerIteration implements AutoCloseable {
  /** Of a product and a sum whose x is found by an index, as a core does them in its caches. */
  private static final double NANOS_PER_NONZERO = 1.5;

  private final GlobalAddressSpace space;
  private final GlobalCsr matrix;
  private final GlobalMemory[] vectors;
  private double scale = 1;
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

  /** Collective; called once. */
  void run(int iterations) {
    Strands strands = RuntimeSupport.of(space).processingElement().strands();
    int nonzeros = matrix.end() - matrix.first();
    try (LocalView starts = matrix.localizeStarts();
        LocalView columns = matrix.localizeColumns();
        LocalView values = matrix.localizeValues()) {
      Region.Gathered[] needed = new Region.Gathered[vectors.length];
      for (int i = 0; i < needed.length && nonzeros > 0; i++) {
        needed[i] = matrix.gather(vectors[i], columns.segment());
        pieces = needed[i].pieces().ranges().size();
      }
      for (int i = 0; i < iterations; i++) {
        double largest;
        try (LocalView y = localizeOwn(vectors[(i + 1) % 2])) {
          if (nonzeros == 0) {
            y.segment().fill((byte) 0);
            largest = 0;
          } else {
            try (LocalView x = needed[i % 2].localize(Access.READ)) {
              largest =
                  matrix.multiply(
                      starts.segment(),
                      columns.segment(),
                      values.segment(),
                      x.segment(),
                      x.offset(),
                      scale,
                      y.segment());
            }
          }
          y.commit();
        }
        strands.charge((long) (nonzeros * NANOS_PER_NONZERO));
        space.barrier();
        scale = PlainPower.divisor(largestOfAll(largest));
      }
    }
  }

  private double largestOfAll(double own) {
    long[] byPe = new long[space.pes()];
    byPe[space.pe()] = Double.doubleToRawLongBits(own);
    return Arrays.stream(space.sum(byPe))
        .mapToDouble(Double::longBitsToDouble)
        .reduce(0, Math::max);
  }

  /** What the last vector has been divided by to have 1 as its largest absolute value. */
  double scale() {
    return scale;
  }

  /** Ranges that this PE's rows gather. */
  long pieces() {
    return pieces;
  }

  /** Whether the vector after {@code iterations} is {@code expected}, bit by bit. */
  boolean isEqual(int iterations, double[] expected) {
    MemorySegment wanted = MemorySegment.ofArray(expected);
    boolean equal = true;
    for (long at = 0; at < wanted.byteSize(); at += GlobalCsr.PIECE) {
      long bytes = Math.min(GlobalCsr.PIECE, wanted.byteSize() - at);
      try (LocalView view = vectors[iterations % 2].localize(at, bytes, Access.READ)) {
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
