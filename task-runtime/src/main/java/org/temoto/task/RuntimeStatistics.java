package org.temoto.task;

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
  /** Of a runtime that has done nothing. */
  public static final RuntimeStatistics NONE = new RuntimeStatistics(0, 0, 0, 0, 0, 0);

  /** Both together. */
  public RuntimeStatistics plus(RuntimeStatistics other) {
    return new RuntimeStatistics(
        tasks + other.tasks,
        forks + other.forks,
        steals + other.steals,
        remoteSteals + other.remoteSteals,
        failedSteals + other.failedSteals,
        suspensions + other.suspensions);
  }

  /** Statistics since {@code before}. */
  public RuntimeStatistics since(RuntimeStatistics before) {
    return new RuntimeStatistics(
        tasks - before.tasks,
        forks - before.forks,
        steals - before.steals,
        remoteSteals - before.remoteSteals,
        failedSteals - before.failedSteals,
        suspensions - before.suspensions);
  }
}
