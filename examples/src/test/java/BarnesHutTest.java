import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
    var bodies = GlobalRecords.allocate(space, "bodies", Body.class, 300);
    if (space.pe() == 0) {
      List<Body> all = Body.plummer(300);
      bodies.setAll(i -> all.get((int) i));
    }
    space.barrier();
    assertEquals(2, BarnesHut.steps(runtime, bodies, 2));
    List<Body> before = bodies.toList();
    space.barrier();
    BarnesHut.steps(runtime, bodies, 1);
    if (space.pe() == 0) {
      assertEquals(0, Body.error(before, bodies.toList(), BarnesHut.TIME), 0.02);
    }
  }
}
