import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/**
 * Tests of the example: bodies are pulled nearly as the sums over all pairs say, and no cell of a
 * tree is left.
 */
class BarnesHutTest {
  @TemotoTest(workers = 2)
  void shouldPullNearlyAsAllPairsDo(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalRecords<Body> bodies = BarnesHut.bodies(space, 300);
    assertEquals(BarnesHut.STEPS - 1, BarnesHut.steps(space, runtime, bodies));
    double error = BarnesHut.error(space, runtime, bodies);
    if (space.pe() == 0) {
      assertEquals(0, error, 0.02);
    }
  }
}
