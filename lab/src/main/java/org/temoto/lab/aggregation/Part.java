package org.temoto.lab.aggregation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.Region;
import org.temoto.gas.array.GlobalDoubles;

/**
 * Set of elements of a global array that a task reads. Packed they stand one after the other, so
 * that each index of the array has to be translated into a place.
 */
sealed interface Part {
  GlobalDoubles array();

  /** Number of elements. */
  int count();

  /** The index in the array of the element at {@code place} of those packed. */
  long index(int place);

  /** Place of element {@code index} of the array among those packed. */
  long place(long index);

  /** Region to localize: every element keeps its place of the global layout in it. */
  Region region();

  /** The bytes of the elements, and no others. */
  default Region bytes() {
    return region();
  }

  /** Nanoseconds of {@link #place} where computing is modelled. */
  default long placeNanos() {
    return 0;
  }

  /** The elements [{@code from}, {@code to}). */
  record Span(GlobalDoubles array, long from, long to) implements Part {
    @Override
    public int count() {
      return (int) (to - from);
    }

    @Override
    public long index(int place) {
      return from + place;
    }

    @Override
    public long place(long index) {
      return index - from;
    }

    @Override
    public Region region() {
      return array.elements(from, to);
    }
  }

  /** A tile of a matrix whose rows have {@code stride} elements; element {@code from} is first. */
  record Tile(GlobalDoubles array, long from, int rows, int columns, int stride) implements Part {
    @Override
    public int count() {
      return rows * columns;
    }

    @Override
    public long index(int place) {
      return from + (long) (place / columns) * stride + place % columns;
    }

    @Override
    public long place(long index) {
      long inside = index - from;
      return inside / stride * columns + inside % stride;
    }

    @Override
    public Region region() {
      long bytes = array.elementBytes();
      GlobalRange all = array.range();
      return new Region.Strided(
          all.memory(), all.offset() + from * bytes, columns * bytes, stride * bytes, rows);
    }
  }

  /** The elements of an index set, ascending, each once. */
  record Picks(GlobalDoubles array, long[] indices) implements Part {
    /** A binary search in a thousand indices, in the order of a gather: best of 400 on one core. */
    private static final long SEARCH_NANOS = 48;

    /** Picks of the elements {@code wanted}, in any order, repeated or not. */
    static Picks of(GlobalDoubles array, long[] wanted) {
      long[] sorted = wanted.clone();
      Arrays.sort(sorted);
      int count = 0;
      for (long index : sorted) {
        if (count == 0 || index != sorted[count - 1]) {
          sorted[count++] = index;
        }
      }
      return new Picks(array, Arrays.copyOf(sorted, count));
    }

    @Override
    public int count() {
      return indices.length;
    }

    @Override
    public long index(int place) {
      return indices[place];
    }

    @Override
    public long place(long index) {
      return Arrays.binarySearch(indices, index);
    }

    @Override
    public Region region() {
      return array.gather(indices);
    }

    @Override
    public Region bytes() {
      List<GlobalRange> runs = new ArrayList<>();
      for (int from = 0, to; from < indices.length; from = to) {
        to = from + 1;
        while (to < indices.length && indices[to] == indices[to - 1] + 1) {
          to++;
        }
        runs.add(array.elements(indices[from], indices[to - 1] + 1));
      }
      return new Region.Ranges(runs);
    }

    @Override
    public long placeNanos() {
      return SEARCH_NANOS;
    }
  }
}
