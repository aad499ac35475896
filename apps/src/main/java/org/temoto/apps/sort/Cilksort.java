package org.temoto.apps.sort;

import org.temoto.gas.Access;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Merge sort in four parts, as in the Cilk examples: sorts {@code keys}, using {@code scratch},
 * which is as long. The quarters are sorted in place, merged pairwise into {@code scratch}, and
 * merged from there. What two leaves can sort is halved only: they leave it sorted in {@code
 * scratch}, which saves a pass over all keys.
 */
public record Cilksort(Keys keys, Keys scratch, SortPlan plan) implements Action {
  @Override
  public void execute(TaskContext context) {
    long n = keys.length();
    if (n <= plan.cutoff()) {
      new Leaf(keys, keys, plan).execute(context);
      return;
    }
    if (n <= plan.aggregate()) {
      keys.localize(Access.READ)
          .close(); // The copies stay in the cache: the children's localizes hit.
    }
    long half = keys.cut(n / 2);
    if (Math.max(half, n - half) <= plan.cutoff()) {
      context.forkJoin(leaf(0, half), leaf(half, n));
      mergeScratch(context, half);
      return;
    }
    long first = keys.cut(half / 2);
    long third = keys.cut(half + (n - half) / 2);
    context.forkJoin(part(0, first), part(first, half), part(half, third), part(third, n));
    context.forkJoin(merge(0, first, half), merge(half, third, n));
    mergeScratch(context, half);
  }

  private void mergeScratch(TaskContext context, long half) {
    Keys left = scratch.slice(0, half);
    Keys right = scratch.slice(half, scratch.length());
    new Merge(left, right, keys, plan).execute(context);
  }

  private Leaf leaf(long from, long to) {
    return new Leaf(keys.slice(from, to), scratch.slice(from, to), plan);
  }

  private Cilksort part(long from, long to) {
    return new Cilksort(keys.slice(from, to), scratch.slice(from, to), plan);
  }

  private Merge merge(long from, long middle, long to) {
    return new Merge(
        keys.slice(from, middle), keys.slice(middle, to), scratch.slice(from, to), plan);
  }
}
