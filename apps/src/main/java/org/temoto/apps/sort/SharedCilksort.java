package org.temoto.apps.sort;

import java.lang.foreign.MemorySegment;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * {@link Cilksort} as it is written for shared memory: the same recursion over the same kernels,
 * without localize and commit.
 */
record SharedCilksort(SharedKeys keys, SharedKeys scratch, SortPlan plan) implements Action {
  @Override
  public void execute(TaskContext context) {
    long n = keys.length();
    if (n <= plan.cutoff()) {
      new Leaf(keys, keys, plan).execute(context);
      return;
    }
    long half = n / 2;
    if (n - half <= plan.cutoff()) {
      context.forkJoin(leaf(0, half), leaf(half, n));
      mergeScratch(context, half);
      return;
    }
    long first = half / 2;
    long third = half + (n - half) / 2;
    context.forkJoin(part(0, first), part(first, half), part(half, third), part(third, n));
    context.forkJoin(merge(0, first, half), merge(half, third, n));
    mergeScratch(context, half);
  }

  private void mergeScratch(TaskContext context, long half) {
    SharedKeys left = scratch.slice(0, half);
    SharedKeys right = scratch.slice(half, scratch.length());
    new SharedMerge(left, right, keys, plan).execute(context);
  }

  private Leaf leaf(long from, long to) {
    return new Leaf(keys.slice(from, to), scratch.slice(from, to), plan);
  }

  private SharedCilksort part(long from, long to) {
    return new SharedCilksort(keys.slice(from, to), scratch.slice(from, to), plan);
  }

  private SharedMerge merge(long from, long middle, long to) {
    return new SharedMerge(
        keys.slice(from, middle), keys.slice(middle, to), scratch.slice(from, to), plan);
  }

  /** Sorts {@code from} into {@code to}, which is the same array or a disjoint one as long. */
  record Leaf(SharedKeys from, SharedKeys to, SortPlan plan) implements Action {
    @Override
    public void execute(TaskContext context) {
      if (from.isEmpty()) {
        return;
      }
      MemorySegment target = to.segment();
      MemorySegment source = from.equals(to) ? target : from.segment();
      KeyKernels.sort(to.type(), source, target, plan.kernel());
      context.charge(SortCosts.sort(from.length(), plan.kernel()));
    }
  }
}
