package org.temoto.task.pattern;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that does {@code work} with the parts of which an up-sweep has kept the {@link Totals}.
 *
 * @param before what all elements before them come to
 */
record DownSweep<R>(Work<R> work, WalkPlan plan, long first, long last, R before, Totals<R> totals)
    implements Action {
  /** Function that a down-sweep calls on a part; a record, for it travels. */
  interface Work<R> {
    /**
     * Works on the elements [{@code from}, {@code to}).
     *
     * @param before what all elements before them come to
     * @param total what these come to
     */
    void run(TaskContext context, WalkPlan plan, long from, long to, R before, R total);

    R combine(R left, R right);
  }

  @Override
  public void compute(TaskContext context) {
    if (last - first > 1) {
      long middle = (first + last) >>> 1;
      R between = work.combine(before, totals.left().total());
      context.forkJoin(
          new DownSweep<>(work, plan, first, middle, before, totals.left()),
          new DownSweep<>(work, plan, middle, last, between, totals.right()));
      return;
    }
    long from = plan.start(first);
    long to = plan.start(last);
    if (from < to) {
      work.run(context, plan, from, to, before, totals.total());
    }
  }
}
