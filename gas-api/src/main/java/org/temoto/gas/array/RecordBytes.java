package org.temoto.gas.array;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/**
 * Loads and stores of components that are not primitive, which the generated classes of {@link
 * RecordAccess} call. Whole records are checked before any of their values is stored.
 */
final class RecordBytes {
  private RecordBytes() {}

  static Object getRef(MemorySegment memory, long at) {
    return reference(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
  }

  static void putRef(MemorySegment memory, long at, Object value) {
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits((GlobalRef<?>) value));
  }

  /** A new array of what stands at {@code at}. */
  static Object getArray(MemorySegment memory, long at, Class<?> element, int length) {
    if (element == GlobalRef.class) {
      GlobalRef<?>[] references = new GlobalRef<?>[length];
      for (int i = 0; i < length; i++) {
        references[i] = (GlobalRef<?>) getRef(memory, at + (long) i * Long.BYTES);
      }
      return references;
    }
    Object array = Array.newInstance(element, length);
    if (element == boolean.class) {
      for (int i = 0; i < length; i++) {
        ((boolean[]) array)[i] = memory.get(ValueLayout.JAVA_BOOLEAN, at + i);
      }
    } else {
      MemorySegment.copy(memory, Component.layout(element), at, array, 0, length);
    }
    return array;
  }

  static void checkArray(Object array, int length, String component) {
    if (Array.getLength(present(array, component)) != length) {
      throw new IllegalArgumentException(
          "%s has %s elements, and must have %s"
              .formatted(component, Array.getLength(array), length));
    }
    if (array instanceof Object[] references) {
      for (Object each : references) {
        present(each, component);
      }
    }
  }

  static void putArray(MemorySegment memory, long at, Object array, int length) {
    switch (array) {
      case Object[] references -> {
        for (int i = 0; i < length; i++) {
          putRef(memory, at + (long) i * Long.BYTES, references[i]);
        }
      }
      case boolean[] values -> {
        for (int i = 0; i < length; i++) {
          memory.set(ValueLayout.JAVA_BOOLEAN, at + i, values[i]);
        }
      }
      default ->
          MemorySegment.copy(
              array, 0, memory, Component.layout(array.getClass().getComponentType()), at, length);
    }
  }

  static Object present(Object value, String component) {
    if (value == null) {
      throw new IllegalArgumentException(component + " is null, which has no bytes");
    }
    return value;
  }

  static GlobalRef<?> reference(long bits) {
    return new GlobalRef<>(bits);
  }

  static long bits(GlobalRef<?> reference) {
    return reference.bits();
  }
}
