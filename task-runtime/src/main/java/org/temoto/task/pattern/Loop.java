package org.temoto.task.pattern;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/** Task that does {@code work} with the parts [{@code first}, {@code last}), by halves. */
record Loop(Work work, WalkPlan plan, long first, long last) implements Action {
  /** Function that a loop calls on a part of its elements; a record, for it travels. */
  interface Work {
    void run(TaskContext context, WalkPlan plan, long from, long to);
  }

  static Loop of(WalkPlan plan, Work work) {
    return new Loop(work, plan, 0, plan.parts());
  }

  @Override
  public void compute(TaskContext context) {
    if (last - first > 1) {
      long middle = (first + last) >>> 1;
      context.forkJoin(new Loop(work, plan, first, middle), new Loop(work, plan, middle, last));
      return;
    }
    long from = plan.start(first);
    long to = plan.start(last);
    if (from < to) {
      work.run(context, plan, from, to);
    }
  }
}
