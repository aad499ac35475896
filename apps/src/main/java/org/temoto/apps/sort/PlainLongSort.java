package org.temoto.apps.sort;

/**
 * Quicksort with an insertion sort below a cutoff and a heap sort where quicksort degenerates
 * (introsort, Musser 1997): scalar code of the kind that the Cilk example has at its leaves.
 */
final class PlainLongSort {
  private static final int INSERTION = 24;

  private PlainLongSort() {}

  /** Sorts array[{@code from}, {@code to}). */
  static void sort(long[] array, int from, int to) {
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(to - from);
    quick(array, from, to, 2 * log);
  }

  private static void quick(long[] array, int from, int to, int depth) {
    while (to - from > INSERTION) {
      if (depth-- == 0) {
        heap(array, from, to);
        return;
      }
      int cut = partition(array, from, to);
      if (cut - from < to - cut) {
        quick(array, from, cut, depth);
        from = cut;
      } else {
        quick(array, cut, to, depth);
        to = cut;
      }
    }
    insertion(array, from, to);
  }

  /**
   * Hoare's partition: afterwards no key before the result is greater than any from it on; both
   * parts have keys.
   */
  private static int partition(long[] array, int from, int to) {
    long pivot = median(array[from], array[(from + to) >>> 1], array[to - 1]);
    int i = from;
    int j = to - 1;
    while (true) {
      while (array[i] < pivot) {
        i++;
      }
      while (array[j] > pivot) {
        j--;
      }
      if (i >= j) {
        return i == from ? i + 1 : i;
      }
      swap(array, i++, j--);
    }
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  private static void insertion(long[] array, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = array[i];
      int j = i;
      for (; j > from && array[j - 1] > key; j--) {
        array[j] = array[j - 1];
      }
      array[j] = key;
    }
  }

  private static void heap(long[] array, int from, int to) {
    int count = to - from;
    for (int root = count / 2 - 1; root >= 0; root--) {
      sink(array, from, root, count);
    }
    for (int last = count - 1; last > 0; last--) {
      swap(array, from, from + last);
      sink(array, from, 0, last);
    }
  }

  private static void sink(long[] array, int from, int root, int count) {
    long key = array[from + root];
    int at = root;
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && array[from + child + 1] > array[from + child]) {
        child++;
      }
      if (array[from + child] <= key) {
        break;
      }
      array[from + at] = array[from + child];
      at = child;
    }
    array[from + at] = key;
  }

  private static void swap(long[] array, int i, int j) {
    long key = array[i];
    array[i] = array[j];
    array[j] = key;
  }
}
