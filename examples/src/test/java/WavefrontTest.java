import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/**
 * Tests of the example: the last cell of a grid whose edges count from 0 is the sum of its numbers.
 */
class WavefrontTest {
  @TemotoTest(pes = 3, workers = 2)
  void shouldComputeTheLastCell(GlobalAddressSpace space, TaskRuntime runtime) {
    assertEquals(2 * 6 * 8, Wavefront.corner(space, runtime, 6, 8));
  }

  @TemotoTest
  void shouldComputeASingleTile(GlobalAddressSpace space, TaskRuntime runtime) {
    assertEquals(2 * 5, Wavefront.corner(space, runtime, 1, 5));
  }
}
