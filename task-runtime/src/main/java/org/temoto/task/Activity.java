package org.temoto.task;

/**
 * Record of what a worker has spent the time of runs on, by the clock of its PE. The parts add up
 * to the time from each run's start until the worker had nothing left of it to do.
 *
 * @param workNanos running tasks, with their forks and joins
 * @param communicationNanos fetching pages and completing commits for tasks, and reporting the ends
 *     of stolen ones to other PEs
 * @param waitNanos without a task while a join of this worker waited for a thief
 * @param idleNanos without a task otherwise
 */
public record Activity(long workNanos, long communicationNanos, long waitNanos, long idleNanos) {
  static final Activity NONE = new Activity(0, 0, 0, 0);

  /** The four parts together. */
  public long totalNanos() {
    return workNanos + communicationNanos + waitNanos + idleNanos;
  }

  Activity plus(Activity other) {
    return new Activity(
        workNanos + other.workNanos,
        communicationNanos + other.communicationNanos,
        waitNanos + other.waitNanos,
        idleNanos + other.idleNanos);
  }

  Activity since(Activity before) {
    return new Activity(
        workNanos - before.workNanos,
        communicationNanos - before.communicationNanos,
        waitNanos - before.waitNanos,
        idleNanos - before.idleNanos);
  }
}
