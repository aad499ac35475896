import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example: its nearest points are those that are found by a look at all pairs. */
class NearestPointsTest {
  @TemotoTest(pes = 3)
  void shouldFindWhatAllPairsShow(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalRecords<KdTree.Point> points = NearestPoints.points(space, 500);
    NearestPoints.Sums sums = NearestPoints.run(space, runtime, points);
    assertEquals(NearestPoints.plain(500), sums.sampled(), 1e-9);
  }
}
