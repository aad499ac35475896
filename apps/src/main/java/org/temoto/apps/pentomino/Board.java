package org.temoto.apps.pentomino;

import java.util.Arrays;
import org.temoto.gas.InvalidOptionException;

/**
 * A rectangle to fill, and with how many pieces: the first of F, I, L, N, P, T, U, V, W, X, Y, Z
 * and, on boards of more than 60 squares, these again.
 *
 * @param width the shorter side: squares are numbered along it
 * @param height the longer side
 */
public record Board(int width, int height) {
  /**
   * Most squares of the shorter side: what a piece covers ahead has to fit a word, see {@link
   * Places}.
   */
  public static final int MAX_WIDTH = 15;

  /**
   * Bound on the squares: those that the history of a task can hold. All fillings of a larger board
   * would take longer than a life anyway.
   */
  private static final int MAX_SQUARES = History.MAX * Piece.SIZE;

  public Board {
    if (width < 1
        || width > MAX_WIDTH
        || height < width
        || (long) width * height > MAX_SQUARES
        || width * height % Piece.SIZE != 0) {
      throw new InvalidOptionException(
          "board",
          width + "x" + height,
          "a rectangle whose shorter side is from 1 to "
              + MAX_WIDTH
              + ", of a multiple of "
              + Piece.SIZE
              + " squares up to "
              + MAX_SQUARES);
    }
  }

  /** A board with these sides, whichever is longer. */
  public static Board of(int side, int other) {
    return new Board(Math.min(side, other), Math.max(side, other));
  }

  int squares() {
    return width * height;
  }

  long pieces() {
    return Pieces.first(squares() / Piece.SIZE);
  }

  /** The number of ways to lay the board onto itself. */
  int symmetries() {
    return width == height ? 8 : 4;
  }

  /** Image of a square by symmetry {@code which}, from 0, the identity. */
  private int image(int which, int square) {
    int row = square / width;
    int column = square % width;
    int newRow = (which & 1) == 0 ? row : height - 1 - row;
    int newColumn = (which & 2) == 0 ? column : width - 1 - column;
    return (which & 4) == 0 ? newRow * width + newColumn : newColumn * width + newRow;
  }

  /**
   * Number of symmetries that leave a tiling as it is. Summed over all tilings and divided by
   * {@link #symmetries}, that is the number of tilings up to symmetry: those of a class that has m
   * members are each left alone by {@code symmetries / m}.
   *
   * @param owner for each square, the number of the piece that covers it
   */
  int stabilizers(int[] owner) {
    int count = 1;
    for (int which = 1; which < symmetries(); which++) {
      count += isStabilizer(which, owner) ? 1 : 0;
    }
    return count;
  }

  private boolean isStabilizer(int which, int[] owner) {
    int[] image = new int[squares() / Piece.SIZE];
    Arrays.fill(image, -1);
    for (int square = 0; square < owner.length; square++) {
      int to = owner[image(which, square)];
      int known = image[owner[square]];
      if (known >= 0 && known != to) {
        return false;
      }
      image[owner[square]] = to;
    }
    return true;
  }
}
