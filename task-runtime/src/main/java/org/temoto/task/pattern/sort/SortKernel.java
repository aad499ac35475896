package org.temoto.task.pattern.sort;

/**
 * Code at the leaves of a sort, and its entry in the cost table of modelled computing. Stateless: a
 * constant of an enum, as tasks carry it.
 */
public interface SortKernel {
  /** Sorts the first {@code count} keys. */
  void sort(int[] keys, int count);

  /** The same for keys of 64 bits. */
  void sort(long[] keys, int count);

  /**
   * Merges a[{@code fromA}, {@code toA}) and b[{@code fromB}, {@code toB}) into {@code out} from
   * {@code at} on.
   */
  void merge(int[] a, int fromA, int toA, int[] b, int fromB, int toB, int[] out, int at);

  /** The same for keys of 64 bits. */
  void merge(long[] a, int fromA, int toA, long[] b, int fromB, int toB, long[] out, int at);

  /** Keys of 32 bits that go from one array into another are sorted by their digits instead. */
  boolean sortsByDigits();

  /** Nanoseconds per key and level of the recursion that an optimal sort has. */
  double sortLevelNanos();

  /** Nanoseconds per key and level of two-way merges. */
  double mergeLevelNanos();
}
