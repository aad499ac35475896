package org.temoto.task.pattern;

import org.temoto.task.Forked;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/**
 * Task that reduces the parts [{@code first}, {@code last}) and keeps their results, each and
 * together.
 */
record UpSweep<R>(PartFold<R> work, WalkPlan plan, long first, long last)
    implements Task<Totals<R>> {
  @Override
  public Totals<R> run(TaskContext context) {
    if (last - first <= 1) {
      R total = work.fold(context, plan, plan.start(first), plan.start(last));
      return new Totals<>(total, null, null);
    }
    long middle = (first + last) >>> 1;
    Forked<Totals<R>> forked = context.fork(new UpSweep<>(work, plan, middle, last));
    Totals<R> left = new UpSweep<>(work, plan, first, middle).run(context);
    Totals<R> right = context.join(forked);
    return new Totals<>(work.combine(left.total(), right.total()), left, right);
  }
}
