package org.temoto.task.pattern.sort;

import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Merge sort of keys with their values by halves; equal keys keep their order. Sorts {@code pairs},
 * using {@code other}, which is as long.
 *
 * @param levels of halves that are left; a task without any sorts its pairs itself
 * @param result where the sorted pairs are to be
 */
public record PairSort(Pairs pairs, Pairs other, SortPlan plan, int levels, Destination result)
    implements Action {
  /** Sorts {@code pairs}, which is the result, too. */
  public PairSort(Pairs pairs, Pairs scratch, SortPlan plan) {
    this(pairs, scratch, plan, plan.levels(pairs.length()), Destination.KEYS);
  }

  @Override
  public void compute(TaskContext context) {
    if (levels == 0) {
      PairKernels.sort(context, pairs, result.of(pairs, other));
      return;
    }
    long half = pairs.keys().start(1, 2);
    context.forkJoin(part(0, half), part(half, pairs.length()));
    Pairs from = result.opposite().of(pairs, other);
    Pairs into = result.of(pairs, other);
    Pairs left = from.slice(0, half);
    Pairs right = from.slice(half, from.length());
    new PairMerge(left, right, into, plan).compute(context);
  }

  private PairSort part(long from, long to) {
    return new PairSort(
        pairs.slice(from, to), other.slice(from, to), plan, levels - 1, result.opposite());
  }
}
