package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/**
 * Tree of the results of parts, as the recursion has cut them.
 *
 * @param left of a half, null for a leaf
 */
record Totals<R>(R total, Totals<R> left, Totals<R> right) {
  /** Part fold of an up-sweep: keeps the results of {@code work}, each and together. */
  record Kept<R>(Fold.Work<R> work) implements Fold.Work<Totals<R>> {
    @Override
    public Totals<R> fold(TaskContext context, WalkPlan plan, long from, long to) {
      return new Totals<>(work.fold(context, plan, from, to), null, null);
    }

    @Override
    public Totals<R> combine(Totals<R> left, Totals<R> right) {
      return new Totals<>(work.combine(left.total, right.total), left, right);
    }
  }
}
