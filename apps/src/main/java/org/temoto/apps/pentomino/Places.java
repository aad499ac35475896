package org.temoto.apps.pentomino;

import java.util.Arrays;

/**
 * Table of where pieces can be put: for each square, every orientation of every piece whose first
 * square it can be. A piece is a word of bits, bit i for the square i after the first: at most four
 * rows ahead. Immutable; made from a {@link Board} on each PE.
 */
final class Places {
  /**
   * The last ones made; a plain field, because a thread that finds it finds its final fields
   * written.
   */
  private static Places last;

  private final Board board;
  private final long[][] covers;
  private final byte[][] kinds;

  private Places(Board board) {
    this.board = board;
    covers = new long[board.squares()][];
    kinds = new byte[board.squares()][];
    for (int square = 0; square < covers.length; square++) {
      collect(square);
    }
  }

  static Places of(Board board) {
    Places known = last;
    if (known == null || !known.board.equals(board)) {
      known = new Places(board);
      last = known;
    }
    return known;
  }

  private void collect(int square) {
    long[] cover = new long[0];
    byte[] kind = new byte[0];
    for (Piece piece : Piece.values()) {
      for (var orientation : piece.orientations()) {
        if (orientation.stream().allMatch(each -> isInside(square, each))) {
          cover = Arrays.copyOf(cover, cover.length + 1);
          kind = Arrays.copyOf(kind, cover.length);
          cover[cover.length - 1] =
              orientation.stream().mapToLong(each -> 1L << offset(each)).sum();
          kind[cover.length - 1] = (byte) piece.ordinal();
        }
      }
    }
    covers[square] = cover;
    kinds[square] = kind;
  }

  private boolean isInside(int square, Piece.Square relative) {
    int row = square / board.width() + relative.row();
    int column = square % board.width() + relative.column();
    return row < board.height() && column >= 0 && column < board.width();
  }

  private int offset(Piece.Square relative) {
    return relative.row() * board.width() + relative.column();
  }

  /**
   * The first place from number {@code from} on for a piece whose first square is {@code square}.
   *
   * @param covered the squares from {@code square} on that are covered
   * @param pieces what there is
   * @return its number, or -1
   */
  int next(int square, int from, long covered, long pieces) {
    long[] cover = covers[square];
    byte[] kind = kinds[square];
    for (int i = from; i < cover.length; i++) {
      if ((cover[i] & covered) == 0 && Pieces.of(pieces, kind[i]) != 0) {
        return i;
      }
    }
    return -1;
  }

  long cover(int square, int place) {
    return covers[square][place];
  }

  int kind(int square, int place) {
    return kinds[square][place];
  }

  /**
   * Piece on each square of a full board, given the places of all pieces in the order in which they
   * were put.
   */
  int[] owners(int[] history) {
    int[] owner = new int[board.squares()];
    int square = 0;
    long covered = 0;
    for (int piece = 0; piece < history.length; piece++) {
      long cover = cover(square, history[piece]);
      for (long rest = cover; rest != 0; rest &= rest - 1) {
        owner[square + Long.numberOfTrailingZeros(rest)] = piece;
      }
      int skipped = Long.numberOfTrailingZeros(~(covered | cover));
      square += skipped;
      covered = (covered | cover) >>> skipped;
    }
    return owner;
  }
}
