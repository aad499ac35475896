package org.temoto.apps.knapsack;

import org.temoto.gas.array.GlobalBest;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that packs the items from {@code item} on in every way that may be better than the best
 * known; the result is the best value among these, 0 if there is none.
 *
 * @param best the best value that any task has found
 * @param room weight that still fits
 * @param value of what is packed
 * @param cutoff the last so many items are decided by plain calls
 */
record Packing(Instance instance, GlobalBest best, int item, int room, long value, int cutoff)
    implements LongTask {
  static Packing of(Instance instance, GlobalBest best, int cutoff) {
    return new Packing(instance, best, 0, Items.of(instance).capacity, 0, cutoff);
  }

  @Override
  public long compute(TaskContext context) {
    return pack(context, Items.of(instance), item, room, value);
  }

  private long pack(TaskContext context, Items items, int next, int left, long worth) {
    if (next == items.count()) {
      best.offer(worth);
      return worth;
    }
    if (worth + items.bound(next, left) <= best.get()) {
      return 0;
    }
    int taken = left - items.weight[next];
    if (taken < 0) {
      return pack(context, items, next + 1, left, worth);
    }
    if (items.count() - next <= cutoff) {
      return Math.max(
          pack(context, items, next + 1, taken, worth + items.value[next]),
          pack(context, items, next + 1, left, worth));
    }
    Forked.OfLong without =
        context.fork(new Packing(instance, best, next + 1, left, worth, cutoff));
    long with = pack(context, items, next + 1, taken, worth + items.value[next]);
    return Math.max(with, context.join(without));
  }
}
