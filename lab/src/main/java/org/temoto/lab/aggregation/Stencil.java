package org.temoto.lab.aggregation;

import java.util.List;
import java.util.stream.IntStream;
import org.temoto.gas.Access;
import org.temoto.gas.array.DoubleView;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.TaskContext;

/** Algorithm of a five-point stencil on an {@code n} x {@code n} grid; the border stays. */
final class Stencil implements Algorithm {
  private static final int STEPS = 2;

  /** Nanoseconds per point. */
  private static final double POINT = 1 / 1.5;

  @Override
  public long elements(int n) {
    return (long) n * n;
  }

  @Override
  public int arrays() {
    return 2;
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public List<Work> rounds(List<GlobalDoubles> arrays, int n, int levels, long seed) {
    return IntStream.range(0, STEPS)
        .<Work>mapToObj(step -> new Rows(arrays.get(step % 2), arrays.get(1 - step % 2), n, 0, n))
        .toList();
  }

  @Override
  public int result(int levels) {
    return STEPS % 2;
  }

  @Override
  public double[] plain(double[][] inputs, int n, long seed) {
    double[] grid = inputs[0];
    for (int step = 0; step < STEPS; step++) {
      double[] next = grid.clone();
      for (int i = 1; i < n - 1; i++) {
        for (int at = i * n + 1; at < i * n + n - 1; at++) {
          next[at] = mean(grid[at - n], grid[at + n], grid[at - 1], grid[at + 1]);
        }
      }
      grid = next;
    }
    return grid;
  }

  private static double mean(double above, double below, double left, double right) {
    return 0.25 * (above + below + left + right);
  }

  /** One step on the rows [{@code first}, {@code end}). */
  record Rows(GlobalDoubles from, GlobalDoubles to, int n, int first, int end) implements Work {
    @Override
    public List<Work> halves(TaskContext context, Aggregation way) {
      int middle = (first + end) >>> 1;
      return List.of(new Rows(from, to, n, first, middle), new Rows(from, to, n, middle, end));
    }

    /** These rows, and their neighbours above and below. */
    @Override
    public List<Part> reads() {
      long above = Math.max(0, first - 1);
      long below = Math.min(n, end + 1);
      return List.of(new Part.Span(from, above * n, below * n));
    }

    @Override
    public void compute(TaskContext context, List<AtHand> inputs) {
      AtHand grid = inputs.getFirst();
      long start = (long) first * n;
      try (DoubleView out = to.localize(start, (long) end * n, Access.WRITE)) {
        for (int i = first; i < end; i++) {
          for (int j = 0; j < n; j++) {
            long at = (long) i * n + j;
            boolean isBorder = i == 0 || i == n - 1 || j == 0 || j == n - 1;
            out.set(
                at - start,
                isBorder
                    ? grid.get(at)
                    : mean(grid.get(at - n), grid.get(at + n), grid.get(at - 1), grid.get(at + 1)));
          }
        }
        context.charge((long) (POINT * (end - first) * n));
        out.commit();
      }
    }
  }
}
