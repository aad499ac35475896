package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Map from ranges of bytes to values. Costs a search per call and a step per range that it touches;
 * ranges are joined where a call leaves the same object on both sides. Not thread-safe.
 *
 * @param <V> values; null stands for nothing
 */
final class RangeMap<V> {
  private final TreeMap<Long, Range<V>> ranges = new TreeMap<>();

  private static final class Range<V> {
    private final long from;
    private long to;
    private V value;

    Range(long from, long to, V value) {
      this.from = from;
      this.to = to;
      this.value = value;
    }
  }

  /** Function that gives the new value of a range. */
  @FunctionalInterface
  interface Change<V> {
    V of(long from, long to, V value);
  }

  /** Visitor of ranges. */
  @FunctionalInterface
  interface Run {
    void visit(long from, long to);
  }

  /** Visitor of ranges that have a value. */
  @FunctionalInterface
  interface Visitor<V> {
    void visit(long from, long to, V value);
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  int size() {
    return ranges.size();
  }

  /** Changes every range within [{@code from}, {@code to}), those without a value included. */
  void update(long from, long to, Change<V> change) {
    if (from >= to) {
      return;
    }
    Range<V> same = ranges.get(from);
    if (same != null && same.to == to) {
      same.value = change.of(from, to, same.value);
      if (same.value == null) {
        ranges.remove(from);
      }
      return;
    }
    split(from);
    split(to);
    NavigableMap<Long, Range<V>> part = ranges.subMap(from, true, to, false);
    List<Range<V>> next = new ArrayList<>();
    long at = from;
    for (Range<V> range : part.values()) {
      if (at < range.from) {
        append(next, at, range.from, change.of(at, range.from, null));
      }
      append(next, range.from, range.to, change.of(range.from, range.to, range.value));
      at = range.to;
    }
    if (at < to) {
      append(next, at, to, change.of(at, to, null));
    }
    part.clear();
    for (Range<V> range : next) {
      ranges.put(range.from, range);
    }
  }

  private void append(List<Range<V>> next, long from, long to, V value) {
    if (value == null) {
      return;
    }
    Range<V> last = next.isEmpty() ? null : next.getLast();
    if (last != null && last.to == from && last.value == value) {
      last.to = to;
    } else {
      next.add(new Range<>(from, to, value));
    }
  }

  private void split(long at) {
    var below = ranges.lowerEntry(at);
    if (below != null && below.getValue().to > at) {
      Range<V> range = below.getValue();
      ranges.put(at, new Range<>(at, range.to, range.value));
      range.to = at;
    }
  }

  /** Gives [{@code from}, {@code to}) this value. */
  void put(long from, long to, V value) {
    update(from, to, (_, _, _) -> value);
  }

  void remove(long from, long to) {
    if (!ranges.isEmpty()) {
      update(from, to, (_, _, _) -> null);
    }
  }

  /** Shows the parts of ranges within [{@code from}, {@code to}), ascending. */
  void forEach(long from, long to, Visitor<V> visitor) {
    if (ranges.isEmpty() || from >= to) {
      return;
    }
    var below = ranges.floorEntry(from);
    long start = below != null && below.getValue().to > from ? below.getKey() : from;
    for (Range<V> range : ranges.subMap(start, true, to, false).values()) {
      visitor.visit(Math.max(from, range.from), Math.min(to, range.to), range.value);
    }
  }

  /** Shows the parts of [{@code from}, {@code to}) without a value, ascending. */
  void gaps(long from, long to, Run visitor) {
    long[] at = {from};
    forEach(
        from,
        to,
        (start, end, _) -> {
          if (at[0] < start) {
            visitor.visit(at[0], start);
          }
          at[0] = end;
        });
    if (at[0] < to) {
      visitor.visit(at[0], to);
    }
  }
}
