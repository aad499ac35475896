package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** Function that a down-sweep calls on a part; a record, for it travels. */
interface SweepWork<R> {
  /**
   * Works on the elements [{@code from}, {@code to}).
   *
   * @param before what all elements before these come to
   * @param total what these come to
   */
  void run(TaskContext context, WalkPlan plan, long from, long to, R before, R total);

  R combine(R left, R right);
}
