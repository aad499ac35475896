package org.temoto.apps.pentomino;

/** Search as {@link Tiling} by one thread in plain Java. */
final class PlainTiling {
  private final Board board;
  private final Places places;
  private final int[] history;

  private PlainTiling(Board board, Places places) {
    this.board = board;
    this.places = places;
    this.history = new int[board.squares() / Piece.SIZE];
  }

  static long from(Tiling start, Places places) {
    Board board = start.board();
    PlainTiling tiling = new PlainTiling(board, places);
    int left = Pieces.count(start.pieces());
    int put = tiling.history.length - left;
    History.unpack(start.early(), start.late(), put, tiling.history);
    return tiling.fill(put, start.square(), start.covered(), start.pieces());
  }

  private long fill(int put, int square, long covered, long pieces) {
    if (put == history.length) {
      return board.stabilizers(places.owners(history));
    }
    long sum = 0;
    for (int place = places.next(square, 0, covered, pieces);
        place >= 0;
        place = places.next(square, place + 1, covered, pieces)) {
      long together = covered | places.cover(square, place);
      int skipped = Long.numberOfTrailingZeros(~together);
      history[put] = place;
      sum +=
          fill(
              put + 1,
              square + skipped,
              together >>> skipped,
              pieces - Pieces.one(places.kind(square, place)));
    }
    return sum;
  }
}
