package org.temoto.apps.jacobi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;

/** One step of the iteration on some rows: each inner point becomes its four neighbours' mean. */
final class Stencil {
  /** Points per nanosecond, of a core that moves 24 bytes for each between memory and caches. */
  private static final double SPEED = 1.5;

  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private Stencil() {}

  /**
   * Computes the rows [{@code first}, {@code end}) of {@code to}, none of which is the first or the
   * last of the grid. Localizes them and, with their neighbours above and below, those of {@code
   * from}: all rows of other PEs that are needed come by one localize.
   */
  static void step(Grid from, Grid to, int first, int end) {
    try (LocalView old = from.localize(first - 1, end + 1, Access.READ);
        LocalView next = to.localize(first, end, Access.WRITE)) {
      compute(old.segment(), next.segment(), end - first, from.n());
      next.commit();
    }
  }

  /** Cost of {@link #step} on {@code rows}, for modelled costs. */
  static long nanos(long rows, int n) {
    return (long) (rows * n / SPEED);
  }

  /** {@code old} begins a row above {@code next}, and ends a row below. */
  private static void compute(MemorySegment old, MemorySegment next, int rows, int n) {
    long rowBytes = (long) n * Double.BYTES;
    for (int i = 0; i < rows; i++) {
      row(old, next, i * rowBytes, n);
    }
  }

  /**
   * The row of {@code next} at {@code at}, whose neighbours in {@code old} stand at {@code at}, a
   * row and two rows later. By vectors: the compiler makes none of a loop whose arrays may overlap.
   * The last vector ends with the row, and computes some points once more.
   */
  private static void row(MemorySegment old, MemorySegment next, long at, int n) {
    long rowBytes = (long) n * Double.BYTES;
    copy(old, at + rowBytes, next, at);
    copy(old, at + 2 * rowBytes - Double.BYTES, next, at + rowBytes - Double.BYTES);
    if (n - 2 < LANES) {
      for (int j = 1; j < n - 1; j++) {
        point(old, next, at + (long) j * Double.BYTES, rowBytes);
      }
      return;
    }
    for (int j = 1; j < n - 1 - LANES; j += LANES) {
      points(old, next, at + (long) j * Double.BYTES, rowBytes);
    }
    points(old, next, at + (long) (n - 1 - LANES) * Double.BYTES, rowBytes);
  }

  private static void point(MemorySegment old, MemorySegment next, long at, long rowBytes) {
    double sum =
        old.get(JAVA_DOUBLE, at)
            + old.get(JAVA_DOUBLE, at + 2 * rowBytes)
            + old.get(JAVA_DOUBLE, at + rowBytes - Double.BYTES)
            + old.get(JAVA_DOUBLE, at + rowBytes + Double.BYTES);
    next.set(JAVA_DOUBLE, at, 0.25 * sum);
  }

  /** {@link #point} on a vector of points, added up in the same order. */
  private static void points(MemorySegment old, MemorySegment next, long at, long rowBytes) {
    load(old, at)
        .add(load(old, at + 2 * rowBytes))
        .add(load(old, at + rowBytes - Double.BYTES))
        .add(load(old, at + rowBytes + Double.BYTES))
        .mul(0.25)
        .intoMemorySegment(next, at, ORDER);
  }

  private static DoubleVector load(MemorySegment from, long at) {
    return DoubleVector.fromMemorySegment(SPECIES, from, at, ORDER);
  }

  private static void copy(MemorySegment from, long source, MemorySegment to, long target) {
    to.set(JAVA_DOUBLE, target, from.get(JAVA_DOUBLE, source));
  }
}
