package org.temoto.apps.nqueens;

import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that counts the ways to fill the remaining rows of a board with a queen each. Attacked
 * columns are in the bits of words, so that a row costs a few nanoseconds: the fastest way to
 * count, and the hardest to make tasks of.
 *
 * @param columns bit c is set if column c has no queen yet: as many as there are rows left
 * @param left the columns that earlier queens attack in the next row along diagonals to the left
 * @param right and to the right
 * @param cutoff the last so many rows are filled by plain calls
 */
record Queens(int columns, int left, int right, int cutoff) implements LongTask {
  /** The task for an empty board. */
  static Queens onBoard(int n, int cutoff) {
    return new Queens((1 << n) - 1, 0, 0, cutoff);
  }

  @Override
  public long compute(TaskContext context) {
    return fill(context, columns, left, right);
  }

  private long fill(TaskContext context, int columns, int left, int right) {
    return Integer.bitCount(columns) <= cutoff
        ? count(columns, left, right)
        : tryAll(context, columns, left, right, columns & ~(left | right));
  }

  /**
   * The first of {@code squares} is for a thief that has nothing to do; meanwhile the others run
   * here.
   */
  private long tryAll(TaskContext context, int columns, int left, int right, int squares) {
    if (squares == 0) {
      return 0;
    }
    int square = Integer.lowestOneBit(squares);
    int others = squares ^ square;
    int columnsBelow = columns ^ square;
    int leftBelow = (left | square) << 1;
    int rightBelow = (right | square) >>> 1;
    if (others == 0) {
      return fill(context, columnsBelow, leftBelow, rightBelow);
    }
    if ((columnsBelow & ~(leftBelow | rightBelow)) == 0) { // a dead end is not worth a task
      return tryAll(context, columns, left, right, others);
    }
    Forked.OfLong below = context.fork(new Queens(columnsBelow, leftBelow, rightBelow, cutoff));
    long ways = tryAll(context, columns, left, right, others);
    return ways + context.join(below);
  }

  /** The same by plain calls. */
  static long count(int columns, int left, int right) {
    if (columns == 0) {
      return 1;
    }
    long ways = 0;
    for (int squares = columns & ~(left | right); squares != 0; squares &= squares - 1) {
      int square = Integer.lowestOneBit(squares);
      ways += count(columns ^ square, (left | square) << 1, (right | square) >>> 1);
    }
    return ways;
  }
}
