import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example, with small whole numbers: their sums are exact in any order. */
class MatMulTest {
  private static final int M = 70;
  private static final int N = 130;
  private static final int K = 100;

  @TemotoTest(pes = 3, workers = 2)
  void shouldMultiplyAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalDoubles a = GlobalDoubles.allocate(space, "a", M * K);
    GlobalDoubles b = GlobalDoubles.allocate(space, "b", K * N);
    GlobalDoubles c = GlobalDoubles.allocate(space, "c", M * N);
    if (space.pe() == 0) {
      try (DoubleView x = a.localize(Access.WRITE);
          DoubleView y = b.localize(Access.WRITE);
          DoubleView z = c.localize(Access.WRITE)) {
        for (int e = 0; e < M * K; e++) x.set(e, a(e / K, e % K));
        for (int e = 0; e < K * N; e++) y.set(e, b(e / N, e % N));
        for (int e = 0; e < M * N; e++) z.set(e, e); // to which the product is added
        x.commit();
        y.commit();
        z.commit();
      }
    }
    runtime.run(new MatMul(matrix(a, M, K), matrix(b, K, N), matrix(c, M, N)));
    try (DoubleView z = c.localize(Access.READ)) { // on every PE
      for (int e = 0; e < M * N; e++) assertEquals(e + product(e / N, e % N), z.get(e));
    }
  }

  private static int a(int row, int column) {
    return (7 * row + column) % 11 - 5;
  }

  private static int b(int row, int column) {
    return (3 * row + 5 * column) % 13 - 6;
  }

  private static double product(int row, int column) {
    int sum = 0;
    for (int k = 0; k < K; k++) sum += a(row, k) * b(k, column);
    return sum;
  }

  private static GlobalMatrix matrix(GlobalDoubles elements, long rows, long columns) {
    return GlobalMatrix.of(elements.range(), rows, columns, Double.BYTES);
  }
}
