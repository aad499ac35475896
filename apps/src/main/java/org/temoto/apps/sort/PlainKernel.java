package org.temoto.apps.sort;

import org.temoto.task.pattern.sort.SortKernel;

/** Kernel of a sort by scalar loops, to compare runtimes without the leaf deciding. */
public enum PlainKernel implements SortKernel {
  INSTANCE;

  @Override
  public void sort(int[] keys, int count) {
    PlainIntSort.sort(keys, 0, count);
  }

  @Override
  public void sort(long[] keys, int count) {
    PlainLongSort.sort(keys, 0, count);
  }

  @Override
  public void merge(int[] a, int fromA, int toA, int[] b, int fromB, int toB, int[] out, int at) {
    int i = fromA;
    int j = fromB;
    int k = at;
    while (i < toA && j < toB) {
      if (b[j] < a[i]) {
        out[k++] = b[j++];
      } else {
        out[k++] = a[i++];
      }
    }
    System.arraycopy(a, i, out, k, toA - i);
    System.arraycopy(b, j, out, k + toA - i, toB - j);
  }

  @Override
  public void merge(
      long[] a, int fromA, int toA, long[] b, int fromB, int toB, long[] out, int at) {
    int i = fromA;
    int j = fromB;
    int k = at;
    while (i < toA && j < toB) {
      if (b[j] < a[i]) {
        out[k++] = b[j++];
      } else {
        out[k++] = a[i++];
      }
    }
    System.arraycopy(a, i, out, k, toA - i);
    System.arraycopy(b, j, out, k + toA - i, toB - j);
  }

  @Override
  public boolean sortsByDigits() {
    return false;
  }

  @Override
  public double sortLevelNanos() {
    return 3.0;
  }

  @Override
  public double mergeLevelNanos() {
    return 4.5;
  }
}
