package org.temoto.task.pattern.sort;

import java.util.Arrays;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.TaskContext;

/**
 * The leaves of the sort of pairs, which work in heap arrays: keys as integers that are ordered as
 * they are, and the values' bits. All keys that are not numbers are equal, but keep their bits:
 * they are compared as the least of them.
 */
final class PairKernels {
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private PairKernels() {}

  /** Sorts {@code from} into {@code to}, which is the same or disjoint. */
  static void sort(TaskContext context, Pairs from, Pairs to) {
    if (from.length() == 0) {
      return;
    }
    int count = Math.toIntExact(from.length());
    Room arrays = Room.take(count, from);
    arrays.load(from, 0);
    radix(arrays, count);
    context.charge(2 * SortCosts.sort(count, FastKernel.INSTANCE));
    arrays.store(to);
    arrays.give();
  }

  /** Merges two sorted runs. */
  static void merge(TaskContext context, Pairs left, Pairs right, Pairs into) {
    if (into.length() == 0) {
      return;
    }
    int count = Math.toIntExact(into.length());
    int middle = Math.toIntExact(left.length());
    Room arrays = Room.take(count, into);
    arrays.load(left, 0);
    arrays.load(right, middle);
    merge(arrays, middle, count);
    context.charge(2 * SortCosts.merge(count, 2, FastKernel.INSTANCE));
    arrays.store(into);
    arrays.give();
  }

  /**
   * By digits, the lowest first, each a stable pass; digits that are all the same are passed over.
   */
  private static void radix(Room arrays, int count) {
    int[] places = new int[DIGITS];
    long nan = arrays.nan;
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      Arrays.fill(places, 0);
      for (int i = 0; i < count; i++) {
        places[digit(Math.min(arrays.keys[i], nan), shift)]++;
      }
      if (places[digit(Math.min(arrays.keys[0], nan), shift)] == count) {
        continue;
      }
      int next = 0;
      for (int digit = 0; digit < DIGITS; digit++) {
        int here = places[digit];
        places[digit] = next;
        next += here;
      }
      for (int i = 0; i < count; i++) {
        int place = places[digit(Math.min(arrays.keys[i], nan), shift)]++;
        arrays.otherKeys[place] = arrays.keys[i];
        arrays.otherValues[place] = arrays.values[i];
      }
      arrays.swap();
    }
  }

  /** Digit of the key as an unsigned number. */
  private static int digit(long key, int shift) {
    return (int) ((key ^ Long.MIN_VALUE) >>> shift) & (DIGITS - 1);
  }

  private static void merge(Room arrays, int middle, int count) {
    long[] keys = arrays.keys;
    long[] values = arrays.values;
    long nan = arrays.nan;
    int i = 0;
    int j = middle;
    for (int k = 0; k < count; k++) {
      boolean left = j == count || i < middle && Math.min(keys[i], nan) <= keys[j];
      int from = left ? i++ : j++;
      arrays.otherKeys[k] = keys[from];
      arrays.otherValues[k] = values[from];
    }
    arrays.swap();
  }

  /** Pairs as two arrays, and two more to move them to. */
  private static final class Room {
    private long[] keys;
    private long[] values;
    private long[] otherKeys;
    private long[] otherValues;

    /** See {@link Orders#nan}. */
    private long nan;

    static Room take(int count, Pairs like) {
      Room arrays = new Room();
      arrays.keys = ArrayPool.LONGS.take(count);
      arrays.values = ArrayPool.LONGS.take(count);
      arrays.otherKeys = ArrayPool.LONGS.take(count);
      arrays.otherValues = ArrayPool.LONGS.take(count);
      arrays.nan = Orders.nan(like.keys().type());
      return arrays;
    }

    void give() {
      ArrayPool.LONGS.give(keys);
      ArrayPool.LONGS.give(values);
      ArrayPool.LONGS.give(otherKeys);
      ArrayPool.LONGS.give(otherValues);
    }

    void swap() {
      long[] swapped = keys;
      keys = otherKeys;
      otherKeys = swapped;
      swapped = values;
      values = otherValues;
      otherValues = swapped;
    }

    void load(Pairs pairs, int at) {
      if (pairs.length() == 0) {
        return;
      }
      try (LocalView ofKeys = pairs.keys().localize(Access.READ);
          LocalView ofValues = pairs.values().localize(Access.READ)) {
        int count = Math.toIntExact(pairs.length());
        Orders.load(pairs.keys().type(), ofKeys.segment(), keys, at, count);
        Orders.loadBits(pairs.values().type(), ofValues.segment(), values, at, count);
      }
    }

    void store(Pairs pairs) {
      try (LocalView ofKeys = pairs.keys().localize(Access.WRITE);
          LocalView ofValues = pairs.values().localize(Access.WRITE)) {
        int count = Math.toIntExact(pairs.length());
        Orders.store(pairs.keys().type(), keys, ofKeys.segment(), count);
        Orders.storeBits(pairs.values().type(), values, ofValues.segment(), count);
        ofKeys.commit();
        ofValues.commit();
      }
    }
  }
}
