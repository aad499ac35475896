package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.task.pattern.sort.ElementType;

/** Elements of any type as integers, which the tests keep small enough for all of them. */
final class Numbers {
  private Numbers() {}

  static GlobalArray<?, ?> array(ElementType type, GlobalRange range) {
    return switch (type) {
      case INT32 -> new GlobalInts(range);
      case INT64 -> new GlobalLongs(range);
      case FLOAT32 -> new GlobalFloats(range);
      case FLOAT64 -> new GlobalDoubles(range);
    };
  }

  static long get(ElementType type, MemorySegment elements, long index) {
    return switch (type) {
      case INT32 -> elements.getAtIndex(JAVA_INT, index);
      case INT64 -> elements.getAtIndex(JAVA_LONG, index);
      case FLOAT32 -> whole(elements.getAtIndex(JAVA_FLOAT, index));
      case FLOAT64 -> whole(elements.getAtIndex(JAVA_DOUBLE, index));
    };
  }

  private static long whole(double value) {
    if (value != Math.rint(value)) {
      throw new AssertionError(value + " was never stored");
    }
    return (long) value;
  }

  static void set(ElementType type, MemorySegment elements, long index, long value) {
    switch (type) {
      case INT32 -> elements.setAtIndex(JAVA_INT, index, (int) value);
      case INT64 -> elements.setAtIndex(JAVA_LONG, index, value);
      case FLOAT32 -> elements.setAtIndex(JAVA_FLOAT, index, (float) value);
      case FLOAT64 -> elements.setAtIndex(JAVA_DOUBLE, index, (double) value);
    }
  }

  static void store(GlobalArray<?, ?> array, long... values) {
    ElementType type = ElementType.of(array);
    try (LocalView view = array.range().localize(Access.WRITE)) {
      for (int i = 0; i < values.length; i++) {
        set(type, view.segment(), i, values[i]);
      }
      view.commit();
    }
  }

  static long[] load(GlobalArray<?, ?> array) {
    ElementType type = ElementType.of(array);
    long[] values = new long[(int) array.length()];
    try (LocalView view = array.range().localize(Access.READ)) {
      for (int i = 0; i < values.length; i++) {
        values[i] = get(type, view.segment(), i);
      }
    }
    return values;
  }
}
