package org.temoto.apps.nqueens;

import org.temoto.task.ForkedLong;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Counts the ways to fill the remaining rows of a board with a queen each.
 *
 * @param columns bit c is set if column c has no queen yet: as many as there are rows left
 * @param left the columns that earlier queens attack in the next row along diagonals to the left
 * @param right and to the right
 * @param cutoff a task fills at most so many rows by plain calls
 */
public record Queens(int columns, int left, int right, int cutoff) implements LongTask {
  /** The task for an empty board. */
  public static Queens onBoard(int n, int cutoff) {
    return new Queens((1 << n) - 1, 0, 0, cutoff);
  }

  @Override
  public long compute(TaskContext context) {
    if (Integer.bitCount(columns) <= cutoff) {
      return count(columns, left, right);
    }
    return tryAll(context, columns & ~(left | right));
  }

  /** The first of {@code squares} is for whoever has nothing to do, meanwhile the others. */
  private long tryAll(TaskContext context, int squares) {
    if (squares == 0) {
      return 0;
    }
    int first = Integer.lowestOneBit(squares);
    Queens below = placed(first);
    if (squares == first) {
      return below.compute(context);
    }
    ForkedLong forked = context.fork(below);
    long others = tryAll(context, squares ^ first);
    return others + context.join(forked);
  }

  private Queens placed(int square) {
    return new Queens(columns ^ square, (left | square) << 1, (right | square) >>> 1, cutoff);
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
