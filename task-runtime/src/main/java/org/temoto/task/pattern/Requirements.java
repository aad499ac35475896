package org.temoto.task.pattern;

import java.util.Objects;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.RefusedException;
import org.temoto.gas.array.GlobalArray;
import org.temoto.task.marshal.Marshaller;

/** Checks of the arguments of patterns, before any task starts. */
final class Requirements {
  /** One more is needed while counting. */
  private static final int MOST_BUCKETS = 1 << 28;

  private Requirements() {}

  /** Refuses what tasks cannot carry, also where no task would travel. */
  static void travelling(String name, Object kernel) {
    Objects.requireNonNull(kernel, name);
    if (!(kernel instanceof Record || kernel instanceof Enum<?>)) {
      throw new RefusedException(
          "%s %s must be a record or an enum, not a lambda or another class: tasks carry it to other PEs"
              .formatted(name, kernel.getClass().getName()));
    }
    Marshaller.check(kernel);
  }

  static void buckets(int buckets) {
    if (buckets < 1 || buckets > MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "buckets=" + buckets + " must be from 1 to " + MOST_BUCKETS);
    }
  }

  static void notEmpty(String pattern, GlobalArray<?, ?> array) {
    if (array.length() == 0) {
      throw new IllegalArgumentException(
          pattern + " of an array of length=0: it must have at least 1 element");
    }
  }

  static void sameLength(
      String name, GlobalArray<?, ?> array, String otherName, GlobalArray<?, ?> other) {
    if (array.length() != other.length()) {
      throw new IllegalArgumentException(
          "%s has %s elements, %s %s: they must be as many"
              .formatted(name, array.length(), otherName, other.length()));
    }
  }

  static void sameOrDisjoint(
      String name, GlobalArray<?, ?> array, String otherName, GlobalArray<?, ?> other) {
    if (!array.range().equals(other.range())) {
      disjoint(name, array, otherName, other);
    }
  }

  static void disjoint(
      String name, GlobalArray<?, ?> array, String otherName, GlobalArray<?, ?> other) {
    if (Operand.overlap(array.range(), other.range())) {
      throw new IllegalArgumentException(
          "%s overlaps %s: they must be disjoint where one is written"
              .formatted(describe(name, array.range()), describe(otherName, other.range())));
    }
  }

  private static String describe(String name, GlobalRange range) {
    return "%s, bytes [%s, %s) of memory \"%s\""
        .formatted(name, range.offset(), range.offset() + range.length(), range.memory().name());
  }
}
