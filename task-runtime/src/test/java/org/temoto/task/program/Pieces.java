package org.temoto.task.program;

import java.util.Arrays;
import java.util.BitSet;

/** Ascending, disjoint runs of units: [bounds[0], bounds[1]), [bounds[2], bounds[3]) and so on. */
record Pieces(int... bounds) {
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

  /** What {@code memory} has in the units, filled into {@code values}. */
  void copy(int[] memory, int[] values) {
    int[] units = units();
    Arrays.setAll(values, i -> memory[units[i]]);
  }

  void fill(int[] memory, int ident) {
    for (int unit : units()) {
      memory[unit] = ident;
    }
  }
}
