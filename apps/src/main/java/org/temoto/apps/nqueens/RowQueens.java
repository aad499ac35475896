package org.temoto.apps.nqueens;

import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that counts like {@link Queens}, by the method of the n-queens in the benchmarks of Cilk and
 * its successors: each square is compared with every queen above. So runtimes can be compared.
 *
 * @param row the next one to fill
 * @param placed the queens above, {@value #BITS} bits each, the last one lowest
 * @param cutoff the last so many rows are filled by plain calls
 */
record RowQueens(int n, int row, long placed, int cutoff) implements LongTask {
  private static final int BITS = 4;
  private static final int COLUMN = (1 << BITS) - 1;

  /** The largest board. */
  static final int MAX = Long.SIZE / BITS;

  static RowQueens onBoard(int n, int cutoff) {
    return new RowQueens(n, 0, 0, cutoff);
  }

  /** Cost of finding the safe columns of a row, for modelled costs. */
  private static final long ROW_NANOS = 50;

  @Override
  public long compute(TaskContext context) {
    context.charge(ROW_NANOS);
    if (row == n) {
      return 1;
    }
    return n - row <= cutoff ? countHere() : tryFrom(context, nextSafe(0));
  }

  /**
   * The queen in {@code column} is for a thief that has nothing to do; meanwhile the others run
   * here.
   */
  private long tryFrom(TaskContext context, int column) {
    if (column == n) {
      return 0;
    }
    int next = nextSafe(column + 1);
    RowQueens below = new RowQueens(n, row + 1, placed << BITS | column, cutoff);
    if (next == n) {
      return below.compute(context);
    }
    Forked.OfLong forked = context.fork(below);
    long others = tryFrom(context, next);
    return others + context.join(forked);
  }

  private int nextSafe(int from) {
    int column = from;
    while (column < n && !isSafe(column)) {
      column++;
    }
    return column;
  }

  private boolean isSafe(int column) {
    long above = placed;
    for (int distance = 1; distance <= row; distance++) {
      int across = (int) above & COLUMN;
      if (across == column || across == column - distance || across == column + distance) {
        return false;
      }
      above >>>= BITS;
    }
    return true;
  }

  private long countHere() {
    int[] queens = new int[n];
    for (int i = 0; i < row; i++) {
      queens[row - 1 - i] = (int) (placed >>> i * BITS) & COLUMN;
    }
    return count(queens, row);
  }

  /** The same by plain calls; {@code queens} are the columns of those in the first rows. */
  static long count(int[] queens, int row) {
    if (row == queens.length) {
      return 1;
    }
    long ways = 0;
    for (int column = 0; column < queens.length; column++) {
      if (isSafe(queens, row, column)) {
        queens[row] = column;
        ways += count(queens, row + 1);
      }
    }
    return ways;
  }

  private static boolean isSafe(int[] queens, int row, int column) {
    for (int above = row - 1; above >= 0; above--) {
      int across = queens[above];
      int distance = row - above;
      if (across == column || across == column - distance || across == column + distance) {
        return false;
      }
    }
    return true;
  }
}
