package org.temoto.apps.sort;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Merge sort in four parts, as in the Cilk examples: sorts {@code keys}, using {@code scratch},
 * which is as long. The quarters are sorted in place, merged pairwise into {@code scratch}, and
 * merged from there.
 */
public record Cilksort(Keys keys, Keys scratch, SortPlan plan) implements Action {
  @Override
  public void execute(TaskContext context) {
    long n = keys.length();
    if (n <= plan.cutoff()) {
      sortHere();
      return;
    }
    if (n <= plan.aggregate()) {
      keys.localize(Access.READ)
          .close(); // The copies stay in the cache: the children's localizes hit.
    }
    long half = keys.cut(n / 2);
    long first = keys.cut(half / 2);
    long third = keys.cut(half + (n - half) / 2);
    context.forkJoin(part(0, first), part(first, half), part(half, third), part(third, n));
    context.forkJoin(merge(0, first, half), merge(half, third, n));
    new Merge(scratch.slice(0, half), scratch.slice(half, n), keys, plan).execute(context);
  }

  private Cilksort part(long from, long to) {
    return new Cilksort(keys.slice(from, to), scratch.slice(from, to), plan);
  }

  private Merge merge(long from, long middle, long to) {
    return new Merge(
        keys.slice(from, middle), keys.slice(middle, to), scratch.slice(from, to), plan);
  }

  private void sortHere() {
    if (keys.isEmpty()) {
      return;
    }
    try (LocalView view = keys.localize(Access.READ_WRITE)) {
      KeyKernels.sort(keys.type(), view.segment(), plan.kernel());
      view.commit();
    }
  }
}
