import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;
import org.temoto.task.pattern.*;

/**
 * Conjugate gradients for Poisson's equation on an n by n grid of inner points, with a source of 1
 * everywhere, until the residual is 10^-8 of what it was. Argument: n.
 */
final class ConjugateGradients {
  private static final double TOLERANCE = 1e-8;

  private ConjugateGradients() {}

  /** Number of steps, and what is left: the norm of b - A x, by the recurrence. */
  record Result(long steps, double residual) {}

  /** {@code to = A from} for some rows, which need those above and below. */
  record Stencil(GlobalDoubles from, GlobalDoubles to, int n) implements Patterns.IndexKernel {
    @Override
    public void run(TaskContext context, long first, long end) {
      long top = Math.max(first - 1, 0);
      long bottom = Math.min(end + 1, n);
      try (DoubleView x = from.localize(top * n, bottom * n, Access.READ);
          DoubleView y = to.localize(first * n, end * n, Access.WRITE)) {
        for (long row = first; row < end; row++) {
          for (long column = 0; column < n; column++) {
            long i = (row - top) * n + column;
            double around = column > 0 ? x.get(i - 1) : 0;
            around += column < n - 1 ? x.get(i + 1) : 0;
            around += row > 0 ? x.get(i - n) : 0;
            around += row < n - 1 ? x.get(i + n) : 0;
            y.set((row - first) * n + column, 4 * x.get(i) - around);
          }
        }
        y.commit();
        context.charge(3 * y.length()); // for simulations with --cost model
      }
    }
  }

  /** {@code to = left + factor right}. */
  record Add(double factor) implements Patterns.BinaryKernel {
    @Override
    public void run(
        MemorySegment left, MemorySegment right, MemorySegment to, long first, long count) {
      for (long i = 0; i < count; i++) {
        double term = factor * right.getAtIndex(JAVA_DOUBLE, i);
        to.setAtIndex(JAVA_DOUBLE, i, left.getAtIndex(JAVA_DOUBLE, i) + term);
      }
    }
  }

  /** The inner product. */
  enum Dot implements Reduction.OfPairs<Double> {
    PRODUCT;

    @Override
    public Double identity() {
      return 0.0;
    }

    @Override
    public Double fold(MemorySegment left, MemorySegment right, long first, long count) {
      double sum = 0;
      for (long i = 0; i < count; i++) {
        sum += left.getAtIndex(JAVA_DOUBLE, i) * right.getAtIndex(JAVA_DOUBLE, i);
      }
      return sum;
    }

    @Override
    public Double combine(Double left, Double right) {
      return left + right;
    }
  }

  /** Solves for x. Collective. */
  static Result solve(GlobalAddressSpace space, TaskRuntime runtime, GlobalDoubles x, int n) {
    GlobalDoubles r = GlobalDoubles.allocate(space, "residual", x.length());
    GlobalDoubles p = GlobalDoubles.allocate(space, "direction", x.length());
    GlobalDoubles q = GlobalDoubles.allocate(space, "product", x.length());
    Task<Result> solve =
        context -> {
          Patterns patterns = Patterns.in(context);
          patterns.fill(r, 1); // b - A x for x = 0
          patterns.fill(p, 1);
          double start = patterns.transformReduce(r, r, Dot.PRODUCT);
          double square = start;
          long steps = 0;
          for (; square > TOLERANCE * TOLERANCE * start; steps++) {
            patterns.forEach(0, n, new Stencil(p, q, n));
            double alpha = square / patterns.transformReduce(p, q, Dot.PRODUCT);
            patterns.transform(x, p, x, new Add(alpha));
            patterns.transform(r, q, r, new Add(-alpha));
            double next = patterns.transformReduce(r, r, Dot.PRODUCT);
            patterns.transform(r, p, p, new Add(next / square));
            square = next;
          }
          return new Result(steps, Math.sqrt(square));
        };
    return space.report().measure(() -> runtime.run(solve));
  }

  /** The greatest component of b - A x, by plain Java. */
  static double defect(double[] x, int n) {
    double defect = 0;
    for (int i = 0; i < n * n; i++) {
      double around = i % n > 0 ? x[i - 1] : 0;
      around += i % n < n - 1 ? x[i + 1] : 0;
      around += i >= n ? x[i - n] : 0;
      around += i < n * n - n ? x[i + n] : 0;
      defect = Math.max(defect, Math.abs(1 - 4 * x[i] + around));
    }
    return defect;
  }

  public static void main(String[] arguments) {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 128;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalDoubles x = GlobalDoubles.allocate(space, "x", (long) n * n);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Result result = solve(space, runtime, x, n);
            space.report().put("steps", result.steps()).put("residual", result.residual());
          }
          if (space.pe() == 0) {
            try (DoubleView view = x.localize(Access.READ)) {
              double defect = defect(view.segment().toArray(JAVA_DOUBLE), n);
              space.report().put("defect", defect).verify(defect < 1e-5);
            }
          }
        });
  }
}
