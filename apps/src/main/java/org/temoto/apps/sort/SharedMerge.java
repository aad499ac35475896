package org.temoto.apps.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.pattern.sort.KeyKernels;
import org.temoto.task.pattern.sort.Ranks;
import org.temoto.task.pattern.sort.SortCosts;
import org.temoto.task.pattern.sort.SortPlan;

/** Task of the library's two-way merge as it is written for shared memory. */
record SharedMerge(SharedKeys left, SharedKeys right, SharedKeys into, SortPlan plan)
    implements Action {
  @Override
  public void compute(TaskContext context) {
    if (into.length() <= plan.mergeGrain()) {
      mergeHere();
      context.charge(SortCosts.merge(into.length(), 2, plan.kernel()));
      return;
    }
    long cut = into.length() / 2;
    long fromLeft = Ranks.of(cut, left.length(), right.length(), left::order, right::order);
    long fromRight = cut - fromLeft;
    context.forkJoin(
        part(0, fromLeft, 0, fromRight), part(fromLeft, left.length(), fromRight, right.length()));
  }

  private SharedMerge part(long leftFrom, long leftTo, long rightFrom, long rightTo) {
    return new SharedMerge(
        left.slice(leftFrom, leftTo),
        right.slice(rightFrom, rightTo),
        into.slice(leftFrom + rightFrom, leftTo + rightTo),
        plan);
  }

  private void mergeHere() {
    if (left.isEmpty() || right.isEmpty()) {
      into.segment().copyFrom((left.isEmpty() ? right : left).segment());
    } else {
      List<MemorySegment> runs = List.of(left.segment(), right.segment());
      KeyKernels.mergeByWindows(into.type(), runs, into.segment(), plan.kernel());
    }
  }
}
