package org.temoto.lab.aggregation;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.TaskContext;

/** Algorithm of C = A B, {@code n} x {@code n} row by row; a task computes a tile of C. */
final class MatrixProduct implements Algorithm {
  /** Nanoseconds for a multiplication and an addition, as scalar loops take. */
  private static final double STEP = 2 / 1.5;

  @Override
  public long elements(int n) {
    return (long) n * n;
  }

  /** Rows and columns are halved in turns. */
  @Override
  public int smallest(int levels) {
    return 1 << (levels + 1) / 2;
  }

  @Override
  public int arrays() {
    return 3;
  }

  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public List<Work> rounds(List<GlobalDoubles> arrays, int n, int levels, long seed) {
    return List.of(new Product(arrays.get(0), arrays.get(1), arrays.get(2), n, 0, n, 0, n));
  }

  @Override
  public int result(int levels) {
    return 2;
  }

  @Override
  public double[] plain(double[][] inputs, int n, long seed) {
    double[] c = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        double factor = inputs[0][i * n + k];
        for (int j = 0; j < n; j++) {
          c[i * n + j] += factor * inputs[1][k * n + j];
        }
      }
    }
    return c;
  }

  /** The tile of C in rows [{@code top}, {@code bottom}), columns [{@code left}, {@code right}). */
  record Product(
      GlobalDoubles a,
      GlobalDoubles b,
      GlobalDoubles c,
      int n,
      int top,
      int bottom,
      int left,
      int right)
      implements Work {
    @Override
    public List<Work> halves(TaskContext context, Aggregation way) {
      if (bottom - top >= right - left) {
        int middle = (top + bottom) >>> 1;
        return List.of(
            new Product(a, b, c, n, top, middle, left, right),
            new Product(a, b, c, n, middle, bottom, left, right));
      }
      int middle = (left + right) >>> 1;
      return List.of(
          new Product(a, b, c, n, top, bottom, left, middle),
          new Product(a, b, c, n, top, bottom, middle, right));
    }

    @Override
    public List<Part> reads() {
      return List.of(
          new Part.Span(a, (long) top * n, (long) bottom * n),
          new Part.Tile(b, left, n, right - left, n));
    }

    @Override
    public void compute(TaskContext context, List<AtHand> inputs) {
      Part tile = new Part.Tile(c, (long) top * n + left, bottom - top, right - left, n);
      try (LocalView out = tile.region().localize(Access.WRITE)) {
        for (long i = top; i < bottom; i++) {
          for (long j = left; j < right; j++) {
            double sum = 0;
            for (long k = 0; k < n; k++) {
              sum += inputs.getFirst().get(i * n + k) * inputs.getLast().get(k * n + j);
            }
            MemorySegment to = out.segment();
            to.setAtIndex(JAVA_DOUBLE, (i - top) * n + j - left, sum);
          }
        }
        context.charge((long) (STEP * (bottom - top) * (right - left) * n));
        out.commit();
      }
    }
  }
}
