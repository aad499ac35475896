package org.temoto.task.pattern;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.temoto.task.pattern.sort.ElementType.FLOAT32;
import static org.temoto.task.pattern.sort.ElementType.INT32;

import java.lang.foreign.MemorySegment;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Reads and writes of elements of a type that does not change within a loop, which the compiler
 * looks at outside of it.
 */
final class TypedElements {
  private TypedElements() {}

  /** An element that is an integer. */
  static long longAt(ElementType type, MemorySegment elements, long index) {
    return type == INT32
        ? elements.getAtIndex(JAVA_INT, index)
        : elements.getAtIndex(JAVA_LONG, index);
  }

  /** Narrows {@code value} as a cast does. */
  static void put(ElementType type, MemorySegment elements, long index, long value) {
    if (type == INT32) {
      elements.setAtIndex(JAVA_INT, index, (int) value);
    } else {
      elements.setAtIndex(JAVA_LONG, index, value);
    }
  }

  /** An element that is a floating-point number. */
  static double doubleAt(ElementType type, MemorySegment elements, long index) {
    return type == FLOAT32
        ? elements.getAtIndex(JAVA_FLOAT, index)
        : elements.getAtIndex(JAVA_DOUBLE, index);
  }

  /** Narrows {@code value} as a cast does. */
  static void put(ElementType type, MemorySegment elements, long index, double value) {
    if (type == FLOAT32) {
      elements.setAtIndex(JAVA_FLOAT, index, (float) value);
    } else {
      elements.setAtIndex(JAVA_DOUBLE, index, value);
    }
  }
}
