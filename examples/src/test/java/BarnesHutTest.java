import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Bodies go nearly where the sums over all pairs send them. */
class BarnesHutTest {
  @TemotoTest(workers = 2)
  void shouldMoveNearlyAsAllPairsDo(GlobalAddressSpace space, TaskRuntime runtime) {
    double[] start = BarnesHut.bodies(300);
    GlobalDoubles bodies = GlobalDoubles.allocate(space, "bodies", start.length);
    if (space.pe() == 0) {
      BarnesHut.store(start, bodies);
    }
    BarnesHut.move(space, runtime, bodies);
    try (DoubleView view = bodies.localize(Access.READ)) {
      double[] found = view.segment().toArray(JAVA_DOUBLE);
      assertEquals(0, BarnesHut.error(found, BarnesHut.plain(start), start), 0.01);
    }
  }
}
