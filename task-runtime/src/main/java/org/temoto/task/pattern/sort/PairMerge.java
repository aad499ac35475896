package org.temoto.task.pattern.sort;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that merges two sorted runs of pairs into {@code into}, which is as long as both; of equal
 * keys the left ones come first.
 */
record PairMerge(Pairs left, Pairs right, Pairs into, SortPlan plan) implements Action {
  @Override
  public void compute(TaskContext context) {
    if (into.length() <= plan.mergeGrain()) {
      PairKernels.merge(context, left, right, into);
      return;
    }
    long cut = into.keys().cut(into.length() / 2, 2);
    long nan = Orders.nan(left.keys().type());
    long fromLeft = RankViews.of(cut, left.keys(), right.keys(), nan);
    long fromRight = cut - fromLeft;
    context.forkJoin(
        part(0, fromLeft, 0, fromRight), part(fromLeft, left.length(), fromRight, right.length()));
  }

  private PairMerge part(long leftFrom, long leftTo, long rightFrom, long rightTo) {
    return new PairMerge(
        left.slice(leftFrom, leftTo),
        right.slice(rightFrom, rightTo),
        into.slice(leftFrom + rightFrom, leftTo + rightTo),
        plan);
  }
}
