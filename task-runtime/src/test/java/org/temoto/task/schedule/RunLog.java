package org.temoto.task.schedule;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** Log of the tasks of a tree that have run. Used by one strand at a time. */
final class RunLog {
  private final Long2IntOpenHashMap runs = new Long2IntOpenHashMap();

  /** Leaves throw what nobody catches if their seed is a multiple of this; 0 for none. */
  private final int doom;

  private boolean died;

  RunLog(int doom) {
    this.doom = doom;
  }

  void ran(long seed) {
    runs.addTo(seed, 1);
  }

  boolean isDoomed(long seed, int depth) {
    return doom != 0 && depth == 0 && Long.remainderUnsigned(seed, doom) == 0;
  }

  /** The sequential run has come to a leaf that throws. */
  void dies() {
    died = true;
  }

  boolean hasDied() {
    return died;
  }

  int doom() {
    return doom;
  }

  /** Difference of this log to {@code expected}, the sequential run's; or null. */
  String difference(RunLog expected) {
    for (long seed : runs.keySet()) {
      if (runs.get(seed) > expected.runs.get(seed)) {
        return "task " + seed + " ran " + runs.get(seed) + " times";
      }
    }
    if (!expected.died && runs.size() != expected.runs.size()) {
      return runs.size() + " of " + expected.runs.size() + " tasks ran";
    }
    return null;
  }

  int tasks() {
    return runs.size();
  }
}
