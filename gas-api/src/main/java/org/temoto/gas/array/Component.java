package org.temoto.gas.array;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;

/**
 * Component of a record in memory.
 *
 * @param path its name, behind those of the records that it is in
 * @param type its class
 * @param offset bytes from the start of the outermost record
 * @param element the class of an array's elements; else null
 * @param length of an array
 * @param parts the components of a record; else none
 */
record Component(
    String path, Class<?> type, int offset, Class<?> element, int length, List<Component> parts) {
  private static final Map<Class<?>, ValueLayout> LAYOUTS =
      Map.of(
          boolean.class, ValueLayout.JAVA_BOOLEAN,
          byte.class, ValueLayout.JAVA_BYTE,
          short.class, ValueLayout.JAVA_SHORT_UNALIGNED,
          char.class, ValueLayout.JAVA_CHAR_UNALIGNED,
          int.class, ValueLayout.JAVA_INT_UNALIGNED,
          long.class, ValueLayout.JAVA_LONG_UNALIGNED,
          float.class, ValueLayout.JAVA_FLOAT_UNALIGNED,
          double.class, ValueLayout.JAVA_DOUBLE_UNALIGNED,
          GlobalRef.class, ValueLayout.JAVA_LONG_UNALIGNED);

  /** Layout of values of a class in memory; null if they are no primitives and no references. */
  static ValueLayout layout(Class<?> type) {
    return LAYOUTS.get(type);
  }

  /** The class whose values the component's handle gets. */
  Class<?> value() {
    return element == null ? type : element;
  }

  /** Bytes of a value of a class that has a {@link #layout}. */
  static int bytes(Class<?> type) {
    return Math.toIntExact(layout(type).byteSize());
  }

  /** The same in a record that begins {@code start} bytes into another. */
  Component behind(int start) {
    List<Component> moved = parts.stream().map(part -> part.behind(start)).toList();
    return new Component(path, type, start + offset, element, length, moved);
  }
}
