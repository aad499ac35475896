import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/**
 * Tests of programs on an R-MAT graph: they find what plain Java finds, on every process and
 * schedule.
 */
class PageRankTest {
  private static final int SCALE = 10;

  @TemotoTest(pes = 3, workers = 2)
  void shouldRankAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    RMat graph = RMat.generate(space, runtime, SCALE);
    try (DoubleView shares = PageRank.rank(space, runtime, graph).localize(Access.READ)) {
      double[] expected = PageRank.plain(RMat.plain(SCALE));
      assertEquals(0, PageRank.error(shares.segment().toArray(JAVA_DOUBLE), expected), 1e-9);
    }
  }

  @TemotoTest(pes = 3, workers = 2)
  void shouldSearchAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    RMat graph = RMat.generate(space, runtime, SCALE);
    try (IntView distances = Bfs.search(space, runtime, graph).localize(Access.READ)) {
      assertArrayEquals(Bfs.plain(RMat.plain(SCALE)), distances.segment().toArray(JAVA_INT));
    }
  }

  @TemotoTest(pes = 3, workers = 2)
  void shouldFindPathsAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    RMat graph = RMat.generate(space, runtime, SCALE);
    long[] expected = ShortestPaths.plain(RMat.plain(SCALE));
    assertArrayEquals(expected, ShortestPaths.search(space, runtime, graph).found());
  }
}
