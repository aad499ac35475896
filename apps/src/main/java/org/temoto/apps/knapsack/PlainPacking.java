package org.temoto.apps.knapsack;

/** Search as {@link Packing} by one thread in plain Java. */
final class PlainPacking {
  private final Items items;
  private long best;

  private PlainPacking(Items items) {
    this.items = items;
  }

  static long best(Items items) {
    PlainPacking packing = new PlainPacking(items);
    packing.pack(0, items.capacity, 0);
    return packing.best;
  }

  private void pack(int next, int left, long worth) {
    if (next == items.count()) {
      best = Math.max(best, worth);
    } else if (worth + items.bound(next, left) > best) {
      int taken = left - items.weight[next];
      if (taken >= 0) {
        pack(next + 1, taken, worth + items.value[next]);
      }
      pack(next + 1, left, worth);
    }
  }
}
