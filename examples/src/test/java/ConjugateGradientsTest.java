import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example: the solution solves the equations, which plain Java looks at. */
class ConjugateGradientsTest {
  private static final int N = 24;

  @TemotoTest(pes = 3, workers = 2)
  void shouldSolveTheEquations(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalDoubles x = GlobalDoubles.allocate(space, "x", (long) N * N);
    ConjugateGradients.Result result = ConjugateGradients.solve(space, runtime, x, N);
    assertTrue(result.steps() < 2 * N, result::toString);
    try (DoubleView view = x.localize(Access.READ)) {
      double[] found = view.segment().toArray(JAVA_DOUBLE);
      assertEquals(0, ConjugateGradients.defect(found, N), 1e-6);
    }
  }
}
