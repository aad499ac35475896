package org.temoto.gas.engine.memory;

import java.util.Arrays;

/**
 * A set of byte positions within one page, as ascending, disjoint, non-adjacent intervals. Not
 * thread-safe.
 */
public final class ByteSet {
  private static final int[] NONE = {};

  private int[] bounds = NONE;
  private int count;

  /** Adds [{@code from}, {@code to}). */
  public void add(int from, int to) {
    if (from >= to) {
      return;
    }
    int first = firstEndingAt(from); // the first bound pair that touches or follows [from, to)
    int last = first; // index of the first pair that lies wholly behind [from, to)
    int low = from;
    int high = to;
    while (last < count && bounds[last] <= to) {
      low = Math.min(low, bounds[last]);
      high = Math.max(high, bounds[last + 1]);
      last += 2;
    }
    replace(first, last, low, high);
  }

  /**
   * The index of the first bound pair that ends at {@code position} or later; by bisection, since
   * the pieces of a strided view come by the thousand.
   */
  private int firstEndingAt(int position) {
    int low = 0;
    int high = count / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[2 * middle + 1] < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return 2 * low;
  }

  private void replace(int first, int last, int low, int high) {
    int grown = count - (last - first) + 2;
    if (grown > bounds.length) {
      bounds = Arrays.copyOf(bounds, Math.max(grown, 2 * bounds.length));
    }
    System.arraycopy(bounds, last, bounds, first + 2, count - last);
    bounds[first] = low;
    bounds[first + 1] = high;
    count = grown;
  }

  /** The first interval that ends after {@code position}; {@link #intervals()} if there is none. */
  public int firstEndingAfter(int position) {
    return firstEndingAt(position + 1) / 2;
  }

  /** Adds all of {@code other}. */
  public void addAll(ByteSet other) {
    for (int i = 0; i < other.intervals(); i++) {
      add(other.from(i), other.to(i));
    }
  }

  /** Tells whether a byte is in both sets. */
  public boolean intersects(ByteSet other) {
    for (int i = 0; i < other.intervals(); i++) {
      int next = firstEndingAfter(other.from(i));
      if (next < intervals() && from(next) < other.to(i)) {
        return true;
      }
    }
    return false;
  }

  public void clear() {
    count = 0;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The number of intervals. */
  public int intervals() {
    return count / 2;
  }

  public int from(int interval) {
    return bounds[2 * interval];
  }

  public int to(int interval) {
    return bounds[2 * interval + 1];
  }

  /** The number of bytes in the set. */
  public long bytes() {
    long sum = 0;
    for (int i = 0; i < count; i += 2) {
      sum += bounds[i + 1] - bounds[i];
    }
    return sum;
  }

  /** Tells whether the set is exactly [0, {@code bytes}) or more. */
  public boolean coversAll(int bytes) {
    return count == 2 && bounds[0] == 0 && bounds[1] >= bytes;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(bounds, count));
  }
}
