package org.temoto.gas.array;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;

/**
 * A global array of numbers in native byte order over a range of bytes; a value that tasks may
 * carry. Slices share the bytes.
 *
 * @param <A> the array's own type
 * @param <V> the type of its views
 */
public sealed interface GlobalArray<A extends GlobalArray<A, V>, V extends ArrayView>
    permits GlobalInts, GlobalLongs, GlobalFloats, GlobalDoubles {
  /** The bytes of this array. */
  GlobalRange range();

  /** Bytes per element. */
  int elementBytes();

  /** The elements [{@code from}, {@code to}) as an array of their own; no communication. */
  A slice(long from, long to);

  /** Brings the whole array to hand; cost as {@link org.temoto.gas.GlobalMemory#localize}. */
  default V localize(Access access) {
    return view(range().localize(access));
  }

  /** As {@link #localize}, while the task goes on. */
  default Request<V> localizeAsync(Access access) {
    return range().localizeAsync(access).map(this::view);
  }

  /** Brings the elements [{@code from}, {@code to}) to hand. */
  default V localize(long from, long to, Access access) {
    return view(elements(from, to).localize(access));
  }

  @SuppressWarnings("unchecked") // it is the array's own type of views
  private V view(LocalView view) {
    if (this instanceof GlobalInts) {
      return (V) new IntView(view);
    }
    if (this instanceof GlobalLongs) {
      return (V) new LongView(view);
    }
    return (V) (this instanceof GlobalFloats ? new FloatView(view) : new DoubleView(view));
  }

  /**
   * The elements {@code indices} as one region, which keeps the array's layout: element i stands
   * {@code i * elementBytes()} bytes behind the array's first byte. See {@link
   * org.temoto.gas.GlobalMemory#gather}.
   */
  default Region.Gathered gather(long... indices) {
    for (long index : indices) {
      requireElement(index);
    }
    return range().memory().gather(range().offset(), elementBytes(), indices);
  }

  /**
   * The elements {@code indices}, in any order, repeated or not, as one region of nothing else, so
   * that it can be written; laid out as that of {@link #gather}, which is cheaper to read. A commit
   * of its view publishes these elements, and tasks may write others of the same pages at the same
   * time.
   *
   * @throws IndexOutOfBoundsException if an element is not inside the array
   * @throws IllegalArgumentException if there is no index
   */
  default Region.Ranges scatter(long... indices) {
    long[] ascending = indices.clone();
    Arrays.sort(ascending);
    List<GlobalRange> runs = new ArrayList<>();
    for (int i = 0; i < ascending.length; ) {
      long from = ascending[i];
      long to = from;
      for (; i < ascending.length && ascending[i] <= to; i++) {
        requireElement(ascending[i]);
        to = ascending[i] + 1;
      }
      runs.add(elements(from, to));
    }
    return new Region.Ranges(runs);
  }

  private void requireElement(long index) {
    if (index < 0 || index >= length()) {
      throw new IndexOutOfBoundsException(
          "element " + index + " is outside an array of " + length());
    }
  }

  /** The number of elements. */
  default long length() {
    return range().length() / elementBytes();
  }

  /** The range of bytes of the elements [{@code from}, {@code to}). */
  default GlobalRange elements(long from, long to) {
    if (from < 0 || to < from || to > length()) {
      throw new IndexOutOfBoundsException(
          "elements [" + from + ", " + to + ") are outside an array of " + length());
    }
    return range().slice(from * elementBytes(), (to - from) * elementBytes());
  }

  /** Refuses a range that does not hold whole, aligned elements. */
  static void requireAligned(GlobalRange range, int elementBytes) {
    if (range.offset() % elementBytes != 0 || range.length() % elementBytes != 0) {
      throw new IllegalArgumentException(
          "range at offset=%s of %s bytes must be aligned to elements of %s bytes"
              .formatted(range.offset(), range.length(), elementBytes));
    }
  }
}
