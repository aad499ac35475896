package org.temoto.task.pattern.sort;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Merges two sorted runs into {@code into}, which is as long as both. Cut where a page of the
 * output begins; a binary search finds which keys of either run belong before the cut.
 */
public record Merge(Keys left, Keys right, Keys into, SortPlan plan) implements Action {
  @Override
  public void execute(TaskContext context) {
    if (into.length() <= plan.mergeGrain()) {
      mergeHere(context);
      return;
    }
    long cut = into.cut(into.length() / 2, 2);
    long fromLeft = Ranks.of(cut, left.length(), right.length(), left::order, right::order);
    long fromRight = cut - fromLeft;
    context.forkJoin(
        part(0, fromLeft, 0, fromRight), part(fromLeft, left.length(), fromRight, right.length()));
  }

  private Merge part(long leftFrom, long leftTo, long rightFrom, long rightTo) {
    return new Merge(
        left.slice(leftFrom, leftTo),
        right.slice(rightFrom, rightTo),
        into.slice(leftFrom + rightFrom, leftTo + rightTo),
        plan);
  }

  private void mergeHere(TaskContext context) {
    if (left.isEmpty() || right.isEmpty()) {
      copy(context, left.isEmpty() ? right : left);
      return;
    }
    try (LocalView a = left.localize(Access.READ);
        LocalView b = right.localize(Access.READ);
        LocalView to = into.localize(Access.WRITE)) {
      KeyKernels.merge(into.type(), a.segment(), b.segment(), to.segment(), plan.kernel());
      context.charge(SortCosts.merge(into.length(), 2, plan.kernel()));
      to.commit();
    }
  }

  private void copy(TaskContext context, Keys run) {
    if (run.isEmpty()) {
      return;
    }
    try (LocalView from = run.localize(Access.READ);
        LocalView to = into.localize(Access.WRITE)) {
      to.segment().copyFrom(from.segment());
      context.charge(SortCosts.merge(into.length(), 1, plan.kernel()));
      to.commit();
    }
  }
}
