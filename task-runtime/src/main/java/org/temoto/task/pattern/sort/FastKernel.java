package org.temoto.task.pattern.sort;

import java.util.Arrays;

/** The fastest kernel of a sort that the platform has: the JDK's, merges without branches. */
public enum FastKernel implements SortKernel {
  INSTANCE;

  @Override
  public void sort(int[] keys, int count) {
    Arrays.sort(keys, 0, count);
  }

  @Override
  public void sort(long[] keys, int count) {
    Arrays.sort(keys, 0, count);
  }

  @Override
  public void merge(int[] a, int fromA, int toA, int[] b, int fromB, int toB, int[] out, int at) {
    IntMerge.merge(a, fromA, toA, b, fromB, toB, out, at);
  }

  @Override
  public void merge(
      long[] a, int fromA, int toA, long[] b, int fromB, int toB, long[] out, int at) {
    LongMerge.merge(a, fromA, toA, b, fromB, toB, out, at);
  }

  @Override
  public boolean sortsByDigits() {
    return true;
  }

  @Override
  public double sortLevelNanos() {
    return 0.45;
  }

  @Override
  public double mergeLevelNanos() {
    return 1.1;
  }
}
