package org.temoto.task.pattern;

import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.array.GlobalArray;

/** An array that a pattern walks over, and how it is localized; a value that tasks carry. */
record Operand(GlobalRange range, int elementBytes, Access access) {
  static Operand read(GlobalArray<?, ?> array) {
    return of(array, Access.READ);
  }

  static Operand of(GlobalArray<?, ?> array, Access access) {
    return new Operand(array.range(), array.elementBytes(), access);
  }

  long length() {
    return range.length() / elementBytes;
  }

  /** The elements [{@code from}, {@code to}). */
  GlobalRange elements(long from, long to) {
    return range.slice(from * elementBytes, (to - from) * elementBytes);
  }

  /** Both uses of one range as one. */
  Operand and(Operand other) {
    return access == other.access ? this : new Operand(range, elementBytes, Access.READ_WRITE);
  }

  /** Tells whether both have bytes in common. */
  boolean overlaps(Operand other) {
    return overlap(range, other.range);
  }

  static boolean overlap(GlobalRange a, GlobalRange b) {
    return a.memory() == b.memory()
        && a.offset() < b.offset() + b.length()
        && b.offset() < a.offset() + a.length()
        && a.length() > 0
        && b.length() > 0;
  }
}
