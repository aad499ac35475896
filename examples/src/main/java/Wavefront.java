import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * A grid of which each cell is the sum of those above and to the left, less the one between: tiles
 * start when their neighbours have ended, without a barrier per diagonal. Arguments: tiles in either
 * direction, cells of a tile in either.
 *
 * @param cells tile by tile, downwards first, and so within a tile; columns of tiles begin at pages
 */
record Wavefront(GlobalDoubles cells, int tiles, int size) implements Action {
  /** Tasks as they are drawn: each waits for the two that it has arrows from. */
  @Override
  public void compute(TaskContext context) {
    TaskHandle[][] ended = new TaskHandle[tiles][tiles];
    for (int row = 0; row < tiles; row++) {
      for (int column = 0; column < tiles; column++) {
        TaskHandle above = row > 0 ? ended[row - 1][column] : null;
        TaskHandle left = column > 0 ? ended[row][column - 1] : null;
        ended[row][column] =
            context.forkAfter(
                tile(row, column).range().home(), new Tile(this, row, column), above, left);
      }
    }
  }

  GlobalDoubles tile(int row, int column) {
    long length = (long) size * size;
    long from = cells.length() / tiles * column + row * length;
    return cells.slice(from, from + length);
  }

  /** The last column of a tile. */
  private GlobalDoubles lastColumn(int row, int column) {
    GlobalDoubles tile = tile(row, column);
    return tile.slice(tile.length() - size, tile.length());
  }

  /** Computes a tile from the lowest row of the one above and the last column of the left one. */
  record Tile(Wavefront grid, int row, int column) implements Action {
    @Override
    public void compute(TaskContext context) {
      int size = grid.size;
      double[] left = left();
      double[] above = above();
      try (DoubleView cells = grid.tile(row, column).localize(Access.WRITE)) {
        for (int j = 0; j < size; j++) {
          double diagonal = above[j];
          double up = above[j + 1];
          for (int i = 0; i < size; i++) {
            double beside = left[i];
            up = up + beside - diagonal;
            diagonal = beside;
            left[i] = up;
            cells.segment().setAtIndex(JAVA_DOUBLE, (long) j * size + i, up);
          }
        }
        context.charge(2L * size * size); // for simulations with --cost model
        cells.commit();
      }
    }

    /** The cells to the left of the tile's. */
    private double[] left() {
      if (column > 0) {
        try (DoubleView view = grid.lastColumn(row, column - 1).localize(Access.READ)) {
          return view.segment().toArray(JAVA_DOUBLE);
        }
      }
      double[] edge = new double[grid.size];
      for (int i = 0; i < edge.length; i++) {
        edge[i] = (double) row * grid.size + i + 1;
      }
      return edge;
    }

    /** The cells above the tile's, and before these the one above and to the left. */
    private double[] above() {
      int size = grid.size;
      double[] edge = new double[size + 1];
      for (int j = 0; row == 0 && j <= size; j++) {
        edge[j] = (double) column * size + j;
      }
      if (row > 0) {
        try (DoubleView view = grid.tile(row - 1, column).localize(Access.READ)) {
          for (int j = 0; j < size; j++) {
            edge[j + 1] = view.get((long) j * size + size - 1);
          }
        }
        edge[0] = (double) row * size;
      }
      if (row > 0 && column > 0) {
        try (DoubleView view = grid.lastColumn(row - 1, column - 1).localize(Access.READ)) {
          edge[0] = view.get(size - 1);
        }
      }
      return edge;
    }
  }

  /**
   * No column of tiles is on two PEs, also if some then have none: each tile below a cut would
   * fetch the whole one above, as the lowest row is spread over that, and they do so in turn. The
   * first column, which all wait for, is not on PE 0, which forks the tasks meanwhile.
   */
  static Wavefront allocate(GlobalAddressSpace space, int tiles, int size) {
    int page = space.options().pageSize();
    long pages = Math.ceilDiv((long) tiles * size * size * Double.BYTES, page); // of a column
    int onEach = Math.clamp(pages * Math.ceilDiv(tiles, space.pes()), 1, Integer.MAX_VALUE);
    GlobalMemory memory =
        space.allocate(
            MemoryOptions.of("cells", tiles * pages * page)
                .withDistribution(Distribution.of((at, _, pes) -> (at / onEach + 1) % pes)));
    return new Wavefront(new GlobalDoubles(memory.whole()), tiles, size);
  }

  /** The last cell after all have been computed; the edges have 0, 1, 2 and so on. Collective. */
  static double corner(GlobalAddressSpace space, TaskRuntime runtime, int tiles, int size) {
    Wavefront grid = allocate(space, tiles, size);
    space.report().measure(() -> runtime.run(grid));
    try (DoubleView view = grid.lastColumn(tiles - 1, tiles - 1).localize(Access.READ)) {
      return view.get(size - 1);
    }
  }

  public static void main(String[] arguments) {
    int tiles = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
    int size = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 128;
    if (tiles < 1 || size < 1) {
      throw new RefusedException("tiles " + tiles + " of " + size + " cells must be at least 1");
    }
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            double corner = corner(space, runtime, tiles, size);
            space.report().put("corner", corner);
            space.report().verify(corner == 2.0 * tiles * size); // of a grid from 0
          }
        });
  }
}
