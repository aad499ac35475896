package org.temoto.task;

import java.util.ArrayList;
import java.util.List;

/**
 * Check of what a runtime has not given back after a run and a barrier, which should be nothing.
 */
public final class Leftovers {
  private Leftovers() {}

  /** Descriptions of what is left on this PE. */
  public static List<String> of(TaskRuntime runtime) {
    PeRuntime shared = ((LocalRuntime) runtime).runtime();
    List<String> left = new ArrayList<>();
    int results = shared.rank == 0 && shared.pes > 1 ? 1 : 0; // the last run's, until the next run
    note(left, shared.overflow.inUse() - results, "overflow buffers");
    for (WorkerIdentity worker : shared.workers) {
      note(left, worker.cells.inUse(), "join cells of worker " + worker.index);
      note(left, worker.claimed.size(), "claimed children of worker " + worker.index);
      note(left, worker.shared.offered(), "offered tasks of worker " + worker.index);
      note(left, worker.shared.isAcknowledged() ? 0 : 1, "open claims of worker " + worker.index);
    }
    return left;
  }

  private static void note(List<String> left, int count, String what) {
    if (count != 0) {
      left.add(count + " " + what);
    }
  }
}
