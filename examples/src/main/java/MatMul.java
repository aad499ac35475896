import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * c += a b, for matrices that lie in the memory of all processes, or tiles of such matrices: the
 * largest dimension is halved until a product is small.
 */
record MatMul(GlobalMatrix a, GlobalMatrix b, GlobalMatrix c) implements Action {
  private static final long SMALL = 64;

  @Override
  public void compute(TaskContext context) {
    long m = c.rows();
    long n = c.columns();
    long k = a.columns();
    if (Math.max(m, Math.max(n, k)) <= SMALL) {
      multiplyHere();
    } else if (m >= n && m >= k) { // two tasks: the upper and the lower half of c
      context.forkJoin(rows(0, m / 2), rows(m / 2, m));
    } else if (n >= k) {
      context.forkJoin(columns(0, n / 2), columns(n / 2, n));
    } else { // both halves add to all of c: one after the other
      inner(0, k / 2).compute(context);
      inner(k / 2, k).compute(context);
    }
  }

  private MatMul rows(long from, long to) {
    return new MatMul(
        a.tile(from, 0, to - from, a.columns()), b, c.tile(from, 0, to - from, c.columns()));
  }

  private MatMul columns(long from, long to) {
    return new MatMul(
        a, b.tile(0, from, b.rows(), to - from), c.tile(0, from, c.rows(), to - from));
  }

  private MatMul inner(long from, long to) {
    return new MatMul(
        a.tile(0, from, a.rows(), to - from), b.tile(from, 0, to - from, b.columns()), c);
  }

  private void multiplyHere() {
    // A tile at hand stands as in the matrix: row i begins i * rowStride() elements behind row 0.
    try (LocalView x = a.localize(Access.READ);
        LocalView y = b.localize(Access.READ);
        LocalView z = c.localize(Access.READ_WRITE)) {
      multiply(x.segment(), y.segment(), z.segment());
      z.commit();
    }
  }

  private void multiply(MemorySegment x, MemorySegment y, MemorySegment z) {
    for (long i = 0; i < c.rows(); i++) {
      for (long k = 0; k < a.columns(); k++) {
        double xik = x.getAtIndex(JAVA_DOUBLE, i * a.rowStride() + k);
        for (long j = 0; j < c.columns(); j++) {
          long at = i * c.rowStride() + j;
          double product = xik * y.getAtIndex(JAVA_DOUBLE, k * b.rowStride() + j);
          z.setAtIndex(JAVA_DOUBLE, at, z.getAtIndex(JAVA_DOUBLE, at) + product);
        }
      }
    }
  }

  public static void main(String[] arguments) {
    long n = 512;
    Temoto.launch(GasOptions.DEFAULT.withPes(4), space -> {
      GlobalDoubles a = GlobalDoubles.allocate(space, "a", n * n);
      GlobalDoubles b = GlobalDoubles.allocate(space, "b", n * n);
      GlobalDoubles c = GlobalDoubles.allocate(space, "c", n * n);
      if (space.pe() == 0) { // row i of a has i everywhere, b is twice the unit matrix
        try (DoubleView x = a.localize(Access.WRITE);
            DoubleView y = b.localize(Access.WRITE)) {
          LongStream.range(0, n * n).forEach(e -> x.set(e, e / n));
          LongStream.range(0, n * n).forEach(e -> y.set(e, e / n == e % n ? 2 : 0));
          x.commit();
          y.commit();
        }
      }
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        runtime.run(new MatMul(square(a, n), square(b, n), square(c, n)));
      }
      if (space.pe() == 0) {
        try (DoubleView z = c.localize(Access.READ)) {
          boolean right = LongStream.range(0, n * n).allMatch(e -> z.get(e) == 2.0 * (e / n));
          System.out.println(n + " x " + n + " product, right: " + right);
        }
      }
    });
  }

  private static GlobalMatrix square(GlobalDoubles elements, long n) {
    return GlobalMatrix.of(elements.range(), n, n, Double.BYTES);
  }
}
