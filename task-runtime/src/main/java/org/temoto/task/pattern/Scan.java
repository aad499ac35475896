package org.temoto.task.pattern;

import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/**
 * Scan in two passes (Blelloch 1990): the totals of the parts, then each part with what is before
 * it. Of P workers' P + 1 equal shares the first is scanned in the first pass already, and the last
 * one need not be looked at there, so that a pass takes a share's time.
 */
record Scan<R>(ElementOperation<R> operation, Operand from, Operand to, Kind kind)
    implements DownSweep.Work<R> {
  /** Kind of scan, by what it stores into an element. */
  enum Kind {
    /** Result of the elements from the first to this one. */
    INCLUSIVE,
    /** Result of the elements before this one. */
    EXCLUSIVE
  }

  /** Task that does all of it. */
  record Whole<R>(Scan<R> scan, Patterns.Policy policy) implements Action {
    @Override
    public void compute(TaskContext context) {
      scan.run(context, policy);
    }
  }

  private void run(TaskContext context, Patterns.Policy policy) {
    long workers = WalkPlan.workers(context.space());
    WalkPlan plan = WalkPlan.ofSweep(context.space(), policy, to, workers + 1);
    long share = Math.max(1, plan.parts() / (workers + 1));
    if (workers == 1 || plan.parts() < 2 * share + 1) {
      part(context, plan, 0, plan.length(), operation.identity());
      return;
    }
    long last = plan.parts() - share;
    Fold.Work<Totals<R>> up = new Totals.Kept<>(new Folds.Single<>(operation, from));
    Forked<Totals<R>> sums = context.fork(new Fold<>(up, plan, share, last));
    R before = part(context, plan, 0, plan.start(share), operation.identity());
    Totals<R> totals = context.join(sums);
    R end = combine(before, totals.total());
    context.forkJoin(
        new DownSweep<>(this, plan, share, last, before, totals),
        new Tail<>(this, plan, last, end));
  }

  /** Scans [{@code begin}, {@code end}), and tells what comes before the next element. */
  private R part(TaskContext context, WalkPlan plan, long begin, long end, R before) {
    R carry = before;
    try (Grains grains = new Grains(context, plan, begin, end, from, to)) {
      while (grains.next()) {
        carry = operation.scan(carry, grains.segment(0), grains.segment(1), grains.count(), kind);
      }
    }
    return carry;
  }

  @Override
  public void run(TaskContext context, WalkPlan plan, long begin, long end, R before, R total) {
    part(context, plan, begin, end, before);
  }

  @Override
  public R combine(R left, R right) {
    return operation.combine(left, right);
  }

  /** Task for the parts from {@code first} on, whose total is not needed. */
  record Tail<R>(Scan<R> scan, WalkPlan plan, long first, R before) implements Task<R> {
    @Override
    public R run(TaskContext context) {
      return scan.part(context, plan, plan.start(first), plan.length(), before);
    }
  }
}
