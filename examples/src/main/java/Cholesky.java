import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * A symmetric positive definite matrix as L times L transposed, in place: of each step each tile waits
 * for the two tiles that it needs and for its own last step, and for nothing else. Arguments: tiles
 * in either direction, rows of a tile.
 *
 * @param matrix the tiles up to the diagonal, row by row, and so within each
 */
record Cholesky(GlobalDoubles matrix, int tiles, int size) implements Action {
  @Override
  public void compute(TaskContext context) {
    TaskHandle[][] last = new TaskHandle[tiles][tiles];
    for (int k = 0; k < tiles; k++) {
      last[k][k] = step(context, k, k, k, last[k][k]);
      for (int i = k + 1; i < tiles; i++) {
        last[i][k] = step(context, i, k, k, last[i][k], last[k][k]);
      }
      for (int i = k + 1; i < tiles; i++) {
        for (int j = k + 1; j <= i; j++) {
          last[i][j] = step(context, i, j, k, last[i][j], last[i][k], last[j][k]);
        }
      }
    }
  }

  private TaskHandle step(TaskContext context, int i, int j, int k, TaskHandle... before) {
    return context.forkAfter(tile(i, j).range().home(), new Step(this, i, j, k), before);
  }

  GlobalDoubles tile(int i, int j) {
    long from = ((long) i * (i + 1) / 2 + j) * size * size;
    return matrix.slice(from, from + (long) size * size);
  }

  /** Step k of tile (i, j): the last one if k is j. */
  record Step(Cholesky of, int i, int j, int k) implements Action {
    @Override
    public void compute(TaskContext context) {
      long cube = (long) of.size * of.size * of.size;
      try (DoubleView own = of.tile(i, j).localize(Access.READ_WRITE)) {
        double[] x = own.segment().toArray(JAVA_DOUBLE);
        if (j == k) {
          solve(x, i == k ? x : of.read(k, k), of.size);
        } else {
          subtract(x, of.read(i, k), of.read(j, k), of.size);
        }
        own.segment().copyFrom(MemorySegment.ofArray(x));
        own.commit();
      }
      context.charge(i == k ? cube / 6 : cube / 2); // 1 ns per two multiplications or less
    }
  }

  double[] read(int i, int j) {
    try (DoubleView view = tile(i, j).localize(Access.READ)) {
      return view.segment().toArray(JAVA_DOUBLE);
    }
  }

  /** x = x times the inverse of {@code l} transposed; if that is x, x = L for L times L transposed. */
  private static void solve(double[] x, double[] l, int n) {
    for (int e = 0; e < n * n; e++) {
      int j = e % n;
      double rest = x[e] - dot(x, e - j, l, j * n, j);
      boolean right = x == l && j >= e / n; // on or right of the diagonal
      x[e] = !right ? rest / l[j * n + j] : j == e / n ? Math.sqrt(rest) : 0;
    }
  }

  /** x = x - a times b transposed. */
  private static void subtract(double[] x, double[] a, double[] b, int n) {
    for (int e = 0; e < n * n; e++) {
      x[e] -= dot(a, e - e % n, b, e % n * n, n);
    }
  }

  private static double dot(double[] a, int from, double[] b, int start, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += a[from + i] * b[start + i];
    }
    return sum;
  }

  /** Element (i, j) of the example: 1 / (1 + |i - j|), and n more on the diagonal. */
  private double element(long i, long j) {
    return 1.0 / (1 + Math.abs(i - j)) + (i == j ? (double) tiles * size : 0);
  }

  /** The tiles of the example, dealt to the PEs. Collective. */
  static Cholesky allocate(GlobalAddressSpace space, int tiles, int size) {
    int bytes = size * size * Double.BYTES;
    int pages = Math.max(1, bytes / space.options().pageSize()); // of a tile
    MemoryOptions options = MemoryOptions.of("matrix", tiles * (tiles + 1L) / 2 * bytes);
    GlobalMemory memory =
        space.allocate(options.withDistribution(Distribution.blockCyclic(pages)));
    Cholesky all = new Cholesky(new GlobalDoubles(memory.whole()), tiles, size);
    for (int t = 0; space.pe() == 0 && t < tiles * tiles; t++) {
      if (t % tiles <= t / tiles) {
        all.fill(t / tiles, t % tiles);
      }
    }
    return all;
  }

  private void fill(int row, int column) {
    try (DoubleView view = tile(row, column).localize(Access.WRITE)) {
      for (int e = 0; e < size * size; e++) {
        view.set(e, element((long) row * size + e / size, (long) column * size + e % size));
      }
      view.commit();
    }
  }

  /** The largest difference of L times L transposed to the matrix, in the last tile. */
  double error() {
    int end = tiles - 1;
    double[] product = new double[size * size];
    for (int k = 0; k <= end; k++) {
      subtract(product, read(end, k), read(end, k), size);
    }
    double error = 0;
    for (int e = 0; e < size * size; e++) {
      error = Math.max(error, Math.abs(product[e] + element(e / size, e % size)));
    }
    return error;
  }

  public static void main(String[] arguments) {
    int tiles = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8;
    int size = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
    if (tiles < 1 || size < 1) {
      throw new RefusedException("tiles " + tiles + " of " + size + " rows must be at least 1");
    }
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Cholesky all = allocate(space, tiles, size);
            space.report().measure(() -> runtime.run(all));
            double error = all.error();
            space.report().put("error", error);
            space.report().verify(error < 1e-9);
          }
        });
  }
}
