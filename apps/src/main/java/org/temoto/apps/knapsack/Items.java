package org.temoto.apps.knapsack;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.temoto.apps.Mix;

/** The items of an {@link Instance}, those of most value per weight first. Immutable. */
final class Items {
  private static final int MAX_WEIGHT = 1000;
  private static final int BONUS = 100;
  private static final int VARIATION = 10;

  /**
   * The last ones made; a plain field, because a thread that finds it finds its final fields
   * written.
   */
  private static Items last;

  private final Instance instance;
  final int[] weight;
  final int[] value;

  /** Capacity of the knapsack. */
  final int capacity;

  private record Item(int weight, int value) {
    static Item of(long seed, int number) {
      int weight = 1 + (int) Long.remainderUnsigned(Mix.at(seed, 2L * number), MAX_WEIGHT);
      int more = (int) Long.remainderUnsigned(Mix.at(seed, 2L * number + 1), VARIATION);
      return new Item(weight, weight + BONUS + more);
    }

    double density() {
      return (double) value / weight;
    }
  }

  private Items(Instance instance) {
    this.instance = instance;
    Item[] items =
        IntStream.range(0, instance.count())
            .mapToObj(i -> Item.of(instance.seed(), i))
            .sorted(Comparator.comparingDouble(Item::density).reversed())
            .toArray(Item[]::new);
    weight = IntStream.range(0, items.length).map(i -> items[i].weight).toArray();
    value = IntStream.range(0, items.length).map(i -> items[i].value).toArray();
    capacity = IntStream.of(weight).sum() / 2;
  }

  static Items of(Instance instance) {
    Items known = last;
    if (known == null || !known.instance.equals(instance)) {
      known = new Items(instance);
      last = known;
    }
    return known;
  }

  int count() {
    return weight.length;
  }

  /** No choice among the items from {@code item} on is worth more: the last one taken in part. */
  long bound(int item, int room) {
    long sum = 0;
    int rest = room;
    for (int i = item; i < weight.length; i++) {
      if (weight[i] > rest) {
        return sum + (long) value[i] * rest / weight[i];
      }
      rest -= weight[i];
      sum += value[i];
    }
    return sum;
  }

  /** The best value, from a table of all capacities. */
  long bestByTable() {
    long[] best = new long[capacity + 1];
    for (int i = 0; i < weight.length; i++) {
      for (int room = capacity; room >= weight[i]; room--) {
        best[room] = Math.max(best[room], best[room - weight[i]] + value[i]);
      }
    }
    return best[capacity];
  }
}
