package org.temoto.apps.lu;

import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;

/**
 * A square matrix of float64 in square tiles, each of which is a page: so tiles are what is
 * fetched, committed and owned, and nothing besides. A value that tasks carry.
 *
 * @param memory tile after tile, row by row of tiles
 * @param tiles per row and column
 * @param side of a tile, in elements
 * @param migrating whether a tile moves to the PE that writes it
 */
record TiledMatrix(GlobalMemory memory, int tiles, int side, boolean migrating) {
  /** Room for as many tiles as a PE has from the start: those that it writes. */
  private static final int SPARE_FRAMES = 1;

  /** Allocates zeros. Collective. */
  static TiledMatrix allocate(
      GlobalAddressSpace space, String name, int tiles, int side, boolean migrating) {
    int tileBytes = side * side * Double.BYTES;
    MemoryOptions options =
        MemoryOptions.of(name, (long) tiles * tiles * tileBytes)
            .withPageSize(tileBytes)
            .withDistribution(Distribution.cyclic());
    MemoryOptions chosen = migrating ? options.withSpareFrames(SPARE_FRAMES) : options;
    return new TiledMatrix(space.allocate(chosen), tiles, side, migrating);
  }

  /** Bytes of a matrix on all PEs together. */
  static long bytes(int tiles, int side, boolean migrating) {
    long bytes = (long) tiles * tiles * side * side * Double.BYTES;
    return migrating ? (1 + SPARE_FRAMES) * bytes : bytes;
  }

  long tileBytes() {
    return (long) side * side * Double.BYTES;
  }

  GlobalRange tile(int row, int column) {
    return memory.range(((long) row * tiles + column) * tileBytes(), tileBytes());
  }

  LocalView localize(int row, int column, Access access) {
    return tile(row, column).localize(access);
  }

  /**
   * A task on {@code pe} is going to write the tile: if wanted, the tile moves there for good,
   * once, instead of coming now and going back as a commit.
   */
  void take(int row, int column, int pe) {
    if (migrating) {
      GlobalRange tile = tile(row, column);
      memory.migrate(tile.offset(), tile.length(), pe);
    }
  }
}
