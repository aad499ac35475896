import static org.junit.jupiter.api.Assertions.assertTrue;

import org.temoto.gas.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example: the factor gives its matrix again. */
class CholeskyTest {
  @TemotoTest(pes = 3, workers = 2)
  void shouldFactorTheMatrix(GlobalAddressSpace space, TaskRuntime runtime) {
    Cholesky all = Cholesky.allocate(space, 5, 8);
    runtime.run(all);
    assertTrue(all.error() < 1e-12, "error " + all.error());
  }
}
