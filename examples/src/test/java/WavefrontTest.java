import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
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

  /** A tile below a cut would fetch the whole one above. */
  @TemotoTest(pes = 7)
  void shouldCutNoColumn(GlobalAddressSpace space, TaskRuntime runtime) {
    int tiles = 5;
    int size = 90; // a tile is not of whole pages, nor is a column
    Wavefront grid = Wavefront.allocate(space, tiles, size);
    Set<Integer> homes = new HashSet<>();
    for (int tile = 0; tile < tiles * tiles; tile++) {
      GlobalDoubles cells = grid.tile(tile % tiles, tile / tiles);
      int home = cells.range().home();
      homes.add(home);
      assertEquals(grid.tile(0, tile / tiles).range().home(), home);
      assertEquals(home, cells.slice(cells.length() - 1, cells.length()).range().home());
    }
    assertEquals(tiles, homes.size());
    runtime.run(grid);
    long fetched = space.totalStatistics().bytesFetched();
    assertTrue(fetched < (long) size * size * Double.BYTES * tiles, () -> "bytes " + fetched);
  }

  @TemotoTest
  void shouldComputeASingleTile(GlobalAddressSpace space, TaskRuntime runtime) {
    assertEquals(2 * 5, Wavefront.corner(space, runtime, 1, 5));
  }
}
