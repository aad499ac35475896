package org.temoto.apps.jacobi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;

/** One step of the iteration on some rows: each inner point becomes its four neighbours' mean. */
final class Stencil {
  /** Points per nanosecond, of a core that moves 24 bytes for each between memory and caches. */
  private static final double SPEED = 1.5;

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

  /** What {@link #step} takes on {@code rows}, for modelled costs. */
  static long nanos(long rows, int n) {
    return (long) (rows * n / SPEED);
  }

  /** {@code old} begins a row above {@code next}, and ends a row below. */
  private static void compute(MemorySegment old, MemorySegment next, int rows, int n) {
    for (int i = 0; i < rows; i++) {
      long above = (long) i * n;
      long row = above + n;
      long below = row + n;
      copy(old, row, next, above);
      for (int j = 1; j < n - 1; j++) {
        double sum =
            old.getAtIndex(JAVA_DOUBLE, above + j)
                + old.getAtIndex(JAVA_DOUBLE, below + j)
                + old.getAtIndex(JAVA_DOUBLE, row + j - 1)
                + old.getAtIndex(JAVA_DOUBLE, row + j + 1);
        next.setAtIndex(JAVA_DOUBLE, above + j, 0.25 * sum);
      }
      copy(old, row + n - 1, next, above + n - 1);
    }
  }

  private static void copy(MemorySegment from, long source, MemorySegment to, long target) {
    to.setAtIndex(JAVA_DOUBLE, target, from.getAtIndex(JAVA_DOUBLE, source));
  }
}
