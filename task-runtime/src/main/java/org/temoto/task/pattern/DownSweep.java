package org.temoto.task.pattern;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that does {@code work} with the parts of which an up-sweep has kept the {@link Totals}.
 *
 * @param before what all elements before them come to
 */
record DownSweep<R>(
    SweepWork<R> work, WalkPlan plan, long first, long last, R before, Totals<R> totals)
    implements Action {
  @Override
  public void execute(TaskContext context) {
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
