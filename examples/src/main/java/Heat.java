import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * Heat in a cube of n by n by n points, whose border stays as it is: a stencil of seven points, two
 * grids that take turns. Arguments: n, steps.
 */
final class Heat {
  /** Planes, and lines of each, that a task computes at most. */
  private static final int CUTOFF = 8;

  private Heat() {}

  /** A cube as a matrix: a row is a plane, and n columns a line of points in it. */
  static GlobalMatrix allocate(GlobalAddressSpace space, String name, int n) {
    GlobalDoubles points = GlobalDoubles.allocate(space, name, (long) n * n * n);
    return GlobalMatrix.of(points.range(), n, (long) n * n, Double.BYTES);
  }

  /** The lines [{@code y}, {@code yEnd}) of the planes [{@code x}, {@code xEnd}). */
  static GlobalMatrix block(GlobalMatrix cube, int x, int xEnd, int y, int yEnd) {
    long n = cube.rows();
    return cube.tile(x, y * n, xEnd - x, (yEnd - y) * n);
  }

  /** One step on a block, halved along its longer side while that is long. */
  record Step(GlobalMatrix from, GlobalMatrix to, int x, int xEnd, int y, int yEnd)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      if (Math.max(xEnd - x, yEnd - y) <= CUTOFF) {
        compute();
        context.charge((xEnd - x) * (yEnd - y) * from.rows()); // for --cost model
      } else if (xEnd - x >= yEnd - y) {
        int middle = (x + xEnd) / 2;
        context.forkJoin(
            new Step(from, to, x, middle, y, yEnd), new Step(from, to, middle, xEnd, y, yEnd));
      } else {
        int middle = (y + yEnd) / 2;
        context.forkJoin(
            new Step(from, to, x, xEnd, y, middle), new Step(from, to, x, xEnd, middle, yEnd));
      }
    }

    /** The block and the lines and planes around it come by one localize. */
    private void compute() {
      int n = (int) from.rows();
      try (LocalView old = block(from, x - 1, xEnd + 1, y - 1, yEnd + 1).localize(Access.READ);
          LocalView next = block(to, x, xEnd, y, yEnd).localize(Access.WRITE)) {
        for (int i = 0; i < xEnd - x; i++) {
          for (int j = 0; j < yEnd - y; j++) {
            long at = ((long) i * n + j) * n; // in the block; around it, a plane and a line later
            line(old.segment(), at + (long) n * n + n, next.segment(), at, n);
          }
        }
        next.commit();
      }
    }
  }

  private static void line(MemorySegment old, long from, MemorySegment next, long to, int n) {
    for (int z = 0; z < n; z++) {
      boolean border = z == 0 || z == n - 1;
      long at = from + z;
      next.setAtIndex(
          JAVA_DOUBLE, to + z, border ? old.getAtIndex(JAVA_DOUBLE, at) : mean(old, at, n));
    }
  }

  private static double mean(MemorySegment old, long at, int n) {
    long plane = (long) n * n;
    return (old.getAtIndex(JAVA_DOUBLE, at - plane)
            + old.getAtIndex(JAVA_DOUBLE, at + plane)
            + old.getAtIndex(JAVA_DOUBLE, at - n)
            + old.getAtIndex(JAVA_DOUBLE, at + n)
            + old.getAtIndex(JAVA_DOUBLE, at - 1)
            + old.getAtIndex(JAVA_DOUBLE, at + 1))
        / 6;
  }

  /** All steps; the grid that has the result. Collective. */
  static GlobalMatrix run(GlobalAddressSpace space, TaskRuntime runtime, int n, int steps) {
    GlobalMatrix even = allocate(space, "even", n);
    GlobalMatrix odd = allocate(space, "odd", n);
    if (space.pe() == 0) {
      MemorySegment start = MemorySegment.ofArray(start(n));
      for (GlobalMatrix cube : new GlobalMatrix[] {even, odd}) {
        try (LocalView view = cube.localize(Access.WRITE)) {
          view.segment().copyFrom(start);
          view.commit();
        }
      }
    }
    Action all =
        context -> {
          for (int step = 0; step < steps; step++) {
            boolean isEven = step % 2 == 0;
            new Step(isEven ? even : odd, isEven ? odd : even, 1, n - 1, 1, n - 1).compute(context);
          }
        };
    space.report().measure(() -> runtime.run(all));
    return steps % 2 == 0 ? even : odd;
  }

  /** Hot on one side. */
  static double[] start(int n) {
    double[] points = new double[n * n * n];
    Arrays.fill(points, 0, n * n, 100);
    return points;
  }

  /** The same by plain Java. */
  static double[] plain(int n, int steps) {
    double[] old = start(n);
    double[] next = old.clone();
    for (int step = 0; step < steps; step++) {
      for (int x = 1; x < n - 1; x++) {
        for (int y = 1; y < n - 1; y++) {
          line(
              MemorySegment.ofArray(old),
              (x * n + y) * n,
              MemorySegment.ofArray(next),
              (x * n + y) * n,
              n);
        }
      }
      double[] swap = old;
      old = next;
      next = swap;
    }
    return old;
  }

  public static void main(String[] arguments) {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 64;
    int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            GlobalMatrix result = run(space, runtime, n, steps);
            if (space.pe() == 0) {
              try (LocalView view = result.localize(Access.READ)) {
                MemorySegment expected = MemorySegment.ofArray(plain(n, steps));
                space
                    .report()
                    .put("warmth", Arrays.stream(view.segment().toArray(JAVA_DOUBLE)).sum())
                    .verify(view.segment().mismatch(expected) < 0);
              }
            }
          }
        });
  }
}
