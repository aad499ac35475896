import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/** c += a b, for matrices that lie in the memory of all processes, or tiles of such matrices. */
record MatMul(GlobalMatrix a, GlobalMatrix b, GlobalMatrix c) implements Action {
  @Override
  public void execute(TaskContext context) {
    long n = c.rows();
    if (n > 64) { // four tasks: a quarter of c is a half of the rows of a times one of b's columns
      long half = n / 2;
      GlobalMatrix top = a.tile(0, 0, half, a.columns());
      GlobalMatrix bottom = a.tile(half, 0, n - half, a.columns());
      GlobalMatrix left = b.tile(0, 0, b.rows(), half);
      GlobalMatrix right = b.tile(0, half, b.rows(), n - half);
      context.forkJoin(
          new MatMul(top, left, c.tile(0, 0, half, half)),
          new MatMul(top, right, c.tile(0, half, half, n - half)),
          new MatMul(bottom, left, c.tile(half, 0, n - half, half)),
          new MatMul(bottom, right, c.tile(half, half, n - half, n - half)));
      return;
    }
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
    GlobalAddressSpace.launch(GasOptions.DEFAULT.withPes(4), space -> {
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
