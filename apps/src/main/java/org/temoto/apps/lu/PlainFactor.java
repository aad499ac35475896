package org.temoto.apps.lu;

import java.lang.foreign.MemorySegment;

/**
 * Factorization as {@link Factor} by one thread on tiles in the heap, with the same work on each
 * tile.
 */
final class PlainFactor {
  private final MemorySegment[][] tiles;
  private final int side;

  PlainFactor(DominantMatrix matrix, int tilesPerSide, int side) {
    this.side = side;
    tiles = new MemorySegment[tilesPerSide][tilesPerSide];
    for (int row = 0; row < tilesPerSide; row++) {
      for (int column = 0; column < tilesPerSide; column++) {
        tiles[row][column] = MemorySegment.ofArray(new double[side * side]);
        matrix.fill(tiles[row][column], row, column, side);
      }
    }
  }

  void run() {
    for (int k = 0; k < tiles.length; k++) {
      TileMath.factor(tiles[k][k], side);
      for (int i = k + 1; i < tiles.length; i++) {
        TileMath.solveLower(tiles[k][k], tiles[k][i], side);
        TileMath.solveUpper(tiles[k][k], tiles[i][k], side);
      }
      for (int i = k + 1; i < tiles.length; i++) {
        for (int j = k + 1; j < tiles.length; j++) {
          TileMath.subtractProduct(tiles[i][k], tiles[k][j], tiles[i][j], side);
        }
      }
    }
  }

  MemorySegment tile(int row, int column) {
    return tiles[row][column];
  }
}
