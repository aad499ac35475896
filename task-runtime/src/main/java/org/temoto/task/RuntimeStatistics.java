package org.temoto.task;

import java.util.function.LongBinaryOperator;

/**
 * Counts of the work of a task runtime so far, on one PE or summed over all.
 *
 * @param tasks tasks run
 * @param forks tasks forked
 * @param steals attempts of a worker that brought tasks of another one, remote ones included
 * @param remoteSteals steals between PEs: of one task each, unless thieves take half
 * @param failedSteals attempts that found nothing
 * @param suspensions joins that had to wait for a thief, and looked for work meanwhile
 */
public record RuntimeStatistics(
    long tasks, long forks, long steals, long remoteSteals, long failedSteals, long suspensions) {
  /** Statistics of a runtime that has done nothing. */
  public static final RuntimeStatistics NONE = new RuntimeStatistics(0, 0, 0, 0, 0, 0);

  /** Both together. */
  public RuntimeStatistics plus(RuntimeStatistics other) {
    return combined(other, Long::sum);
  }

  /** Statistics since {@code before}. */
  public RuntimeStatistics since(RuntimeStatistics before) {
    return combined(before, (now, then) -> now - then);
  }

  private RuntimeStatistics combined(RuntimeStatistics other, LongBinaryOperator operator) {
    return new RuntimeStatistics(
        operator.applyAsLong(tasks, other.tasks),
        operator.applyAsLong(forks, other.forks),
        operator.applyAsLong(steals, other.steals),
        operator.applyAsLong(remoteSteals, other.remoteSteals),
        operator.applyAsLong(failedSteals, other.failedSteals),
        operator.applyAsLong(suspensions, other.suspensions));
  }
}
