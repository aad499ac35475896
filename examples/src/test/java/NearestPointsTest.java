import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example: its nearest points are those that are found by a look at all pairs. */
class NearestPointsTest {
  @TemotoTest(pes = 3)
  void shouldFindWhatAllPairsShow(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalLongs points = NearestPoints.points(space, 300);
    GlobalDoubles distances = NearestPoints.run(space, runtime, points);
    if (space.pe() == 0) {
      try (DoubleView view = distances.localize(Access.READ)) {
        for (int i = 0; i < 300; i++) {
          assertEquals(NearestPoints.plain(points, i), view.get(i));
        }
      }
    }
  }
}
