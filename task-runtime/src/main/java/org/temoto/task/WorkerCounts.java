package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts of what a worker has done. Written by its present strand, plainly; read by others
 * opaquely, which may see a count that is a little old, and an exact one when the worker rests.
 */
final class WorkerCounts {
  private static final String[] NAMES = {
    "tasks", "forks", "steals", "remoteSteals", "failedSteals", "suspensions", "lockWaits"
  };
  private static final VarHandle[] FIELDS = new VarHandle[NAMES.length];

  static {
    try {
      for (int i = 0; i < NAMES.length; i++) {
        FIELDS[i] = MethodHandles.lookup().findVarHandle(WorkerCounts.class, NAMES[i], long.class);
      }
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  long tasks;
  long forks;
  long steals;
  long remoteSteals;
  long failedSteals;
  long suspensions;
  long lockWaits;

  /** Adds the counts to {@code sums}, in the order of {@link TaskRuntime.Statistics}. */
  void addTo(long[] sums) {
    for (int i = 0; i < FIELDS.length; i++) {
      sums[i] += (long) FIELDS[i].getOpaque(this); // opaque: a value that was written
    }
  }

  static TaskRuntime.Statistics statistics(long[] sums) {
    return new TaskRuntime.Statistics(
        sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6]);
  }

  /** Sums to which nothing has been added. */
  static long[] none() {
    return new long[NAMES.length];
  }
}
