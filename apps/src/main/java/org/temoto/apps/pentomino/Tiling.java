package org.temoto.apps.pentomino;

import org.temoto.task.ForkedLong;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Fills the rest of a board in every possible way, always covering the first free square; the
 * result is the sum of {@link Board#stabilizers} over all tilings.
 *
 * @param square the first free one
 * @param covered the squares from there on that are covered, bit 0 is that one
 * @param pieces what is left, see {@link Pieces}
 * @param placed what is on the board
 * @param cutoff the last so many pieces are put down by plain calls
 */
record Tiling(Board board, int square, long covered, long pieces, Placed placed, int cutoff)
    implements LongTask {
  static Tiling of(Board board, int cutoff) {
    return new Tiling(board, 0, 0, board.pieces(), null, cutoff);
  }

  @Override
  public long compute(TaskContext context) {
    if (square == board.squares()) {
      return board.stabilizers(Placed.owners(placed, board.squares()));
    }
    Places places = Places.of(board);
    return board.squares() - square <= (long) cutoff * Piece.SIZE
        ? count(places)
        : tryFrom(context, places, places.next(square, 0, covered, pieces));
  }

  /** The first place is for whoever has nothing to do, meanwhile the others. */
  private long tryFrom(TaskContext context, Places places, int place) {
    if (place < 0) {
      return 0;
    }
    Tiling below = put(places, place);
    int next = places.next(square, place + 1, covered, pieces);
    if (next < 0) {
      return below.compute(context);
    }
    ForkedLong forked = context.fork(below);
    long others = tryFrom(context, places, next);
    return others + context.join(forked);
  }

  private Tiling put(Places places, int place) {
    long cover = places.cover(square, place);
    int skipped = Long.numberOfTrailingZeros(~(covered | cover));
    return new Tiling(
        board,
        square + skipped,
        (covered | cover) >>> skipped,
        pieces - Pieces.one(places.kind(square, place)),
        new Placed(square, cover, placed),
        cutoff);
  }

  /** The same by plain calls. */
  long count(Places places) {
    if (square == board.squares()) {
      return board.stabilizers(Placed.owners(placed, board.squares()));
    }
    long sum = 0;
    for (int place = places.next(square, 0, covered, pieces);
        place >= 0;
        place = places.next(square, place + 1, covered, pieces)) {
      sum += put(places, place).count(places);
    }
    return sum;
  }
}
