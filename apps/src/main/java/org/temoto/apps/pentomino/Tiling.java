package org.temoto.apps.pentomino;

import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that fills the rest of a board in every possible way, always covering the first free square;
 * the result is the sum of {@link Board#stabilizers} over all tilings.
 *
 * @param square the first free one
 * @param covered the squares from there on that are covered, bit 0 is that one
 * @param pieces what is left, see {@link Pieces}
 * @param early the places of the first pieces, see {@link History}
 * @param late the places of the last pieces
 * @param cutoff the last so many pieces are put down by plain calls
 */
record Tiling(Board board, int square, long covered, long pieces, long early, long late, int cutoff)
    implements LongTask {
  static Tiling of(Board board, int cutoff) {
    return new Tiling(board, 0, 0, board.pieces(), 0, 0, cutoff);
  }

  /** Cost of finding the places of a square, for modelled costs. */
  private static final long SQUARE_NANOS = 75;

  @Override
  public long compute(TaskContext context) {
    context.charge(SQUARE_NANOS);
    Places places = Places.of(board);
    if (board.squares() - square <= (long) cutoff * Piece.SIZE) {
      return PlainTiling.from(this, places);
    }
    return tryFrom(context, places, places.next(square, 0, covered, pieces));
  }

  /** The first place is for a thief that has nothing to do; meanwhile the others run here. */
  private long tryFrom(TaskContext context, Places places, int place) {
    if (place < 0) {
      return 0;
    }
    Tiling below = put(places, place);
    int next = places.next(square, place + 1, covered, pieces);
    if (next < 0) {
      return below.compute(context);
    }
    Forked.OfLong forked = context.fork(below);
    long others = tryFrom(context, places, next);
    return others + context.join(forked);
  }

  private Tiling put(Places places, int place) {
    long together = covered | places.cover(square, place);
    int skipped = Long.numberOfTrailingZeros(~together);
    return new Tiling(
        board,
        square + skipped,
        together >>> skipped,
        pieces - Pieces.one(places.kind(square, place)),
        History.early(early, late),
        History.late(late, place),
        cutoff);
  }
}
