package org.temoto.task.pattern;

import org.temoto.task.Forked;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/** Task that reduces the parts [{@code first}, {@code last}) to one result, by halves. */
record Fold<R>(Work<R> work, WalkPlan plan, long first, long last) implements Task<R> {
  /** Function that reduces a part of elements to one result; a record, for it travels. */
  interface Work<R> {
    R fold(TaskContext context, WalkPlan plan, long from, long to);

    R combine(R left, R right);
  }

  static <R> Fold<R> of(WalkPlan plan, Work<R> work) {
    return new Fold<>(work, plan, 0, plan.parts());
  }

  @Override
  public R run(TaskContext context) {
    if (last - first == 1) {
      return work.fold(context, plan, plan.start(first), plan.start(last));
    }
    long middle = (first + last) >>> 1;
    Forked<R> right = context.fork(new Fold<>(work, plan, middle, last));
    R left = new Fold<>(work, plan, first, middle).run(context);
    return work.combine(left, context.join(right));
  }
}
