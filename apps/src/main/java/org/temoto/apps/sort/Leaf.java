package org.temoto.apps.sort;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/** Sorts {@code from} into {@code to}, which is the same range or a disjoint one as long. */
record Leaf(Keys from, Keys to, SortPlan plan) implements Action {
  @Override
  public void execute(TaskContext context) {
    if (from.isEmpty()) {
      return;
    }
    if (from.equals(to)) {
      sortInPlace(context);
    } else {
      sortAcross(context);
    }
  }

  private void sortInPlace(TaskContext context) {
    try (LocalView view = to.localize(Access.READ_WRITE)) {
      KeyKernels.sort(to.type(), view.segment(), view.segment(), plan.kernel());
      charge(context);
      view.commit();
    }
  }

  private void sortAcross(TaskContext context) {
    try (LocalView source = from.localize(Access.READ);
        LocalView target = to.localize(Access.WRITE)) {
      KeyKernels.sort(to.type(), source.segment(), target.segment(), plan.kernel());
      charge(context);
      target.commit();
    }
  }

  private void charge(TaskContext context) {
    context.charge(SortCosts.sort(from.length(), plan.kernel()));
  }
}
