package org.temoto.fuzz;

import java.util.Arrays;
import java.util.BitSet;

/** Ascending, disjoint runs of units: [bounds[0], bounds[1]), [bounds[2], bounds[3]) and so on. */
record Pieces(int... bounds) {
  static final Pieces NONE = new Pieces();

  /** The units of {@code set}, run by run. */
  static Pieces of(BitSet set) {
    int[] bounds = new int[2 * set.cardinality()];
    int count = 0;
    for (int from = set.nextSetBit(0); from >= 0; ) {
      int to = set.nextClearBit(from);
      bounds[count++] = from;
      bounds[count++] = to;
      from = set.nextSetBit(to);
    }
    return new Pieces(Arrays.copyOf(bounds, count));
  }

  boolean isEmpty() {
    return bounds.length == 0;
  }

  int count() {
    return bounds.length / 2;
  }

  int lo(int piece) {
    return bounds[2 * piece];
  }

  int hi(int piece) {
    return bounds[2 * piece + 1];
  }

  /** The units, ascending. */
  int[] units() {
    return set().stream().toArray();
  }

  BitSet set() {
    BitSet set = new BitSet();
    for (int i = 0; i < count(); i++) {
      set.set(lo(i), hi(i));
    }
    return set;
  }

  /** Copy of what {@code memory} has in the units. */
  int[] copy(int[] memory) {
    return Arrays.stream(units()).map(unit -> memory[unit]).toArray();
  }

  void fill(int[] memory, int ident) {
    for (int unit : units()) {
      memory[unit] = ident;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pieces(int[] others) && Arrays.equals(bounds, others);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count(); i++) {
      text.append(i == 0 ? "" : "+").append(lo(i));
      text.append(hi(i) == lo(i) + 1 ? "" : ".." + (hi(i) - 1));
    }
    return text.toString();
  }
}
