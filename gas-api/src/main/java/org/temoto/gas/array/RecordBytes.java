package org.temoto.gas.array;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/**
 * Loads and stores of components, which the generated classes of {@link RecordAccess} call. Values
 * that are not primitive are checked before they are stored.
 */
final class RecordBytes {
  private RecordBytes() {}

  static boolean getBoolean(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_BOOLEAN, at);
  }

  static byte getByte(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_BYTE, at);
  }

  static short getShort(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
  }

  static char getChar(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, at);
  }

  static int getInt(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
  }

  static long getLong(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
  }

  static float getFloat(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
  }

  static double getDouble(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
  }

  static Object getRef(MemorySegment memory, long at) {
    return reference(getLong(memory, at));
  }

  static void putBoolean(MemorySegment memory, long at, boolean value) {
    memory.set(ValueLayout.JAVA_BOOLEAN, at, value);
  }

  static void putByte(MemorySegment memory, long at, byte value) {
    memory.set(ValueLayout.JAVA_BYTE, at, value);
  }

  static void putShort(MemorySegment memory, long at, short value) {
    memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, value);
  }

  static void putChar(MemorySegment memory, long at, char value) {
    memory.set(ValueLayout.JAVA_CHAR_UNALIGNED, at, value);
  }

  static void putInt(MemorySegment memory, long at, int value) {
    memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
  }

  static void putLong(MemorySegment memory, long at, long value) {
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
  }

  static void putFloat(MemorySegment memory, long at, float value) {
    memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
  }

  static void putDouble(MemorySegment memory, long at, double value) {
    memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
  }

  static void putRef(MemorySegment memory, long at, Object value, String component) {
    putLong(memory, at, bits((GlobalRef<?>) present(value, component)));
  }

  /** A new array of what stands at {@code at}. */
  static Object getArray(MemorySegment memory, long at, Class<?> element, int length) {
    if (element == GlobalRef.class) {
      GlobalRef<?>[] references = new GlobalRef<?>[length];
      for (int i = 0; i < length; i++) {
        references[i] = reference(getLong(memory, at + (long) i * Long.BYTES));
      }
      return references;
    }
    Object array = Array.newInstance(element, length);
    if (element == boolean.class) {
      for (int i = 0; i < length; i++) {
        ((boolean[]) array)[i] = getBoolean(memory, at + i);
      }
    } else {
      MemorySegment.copy(memory, Component.layout(element), at, array, 0, length);
    }
    return array;
  }

  static void putArray(MemorySegment memory, long at, Object array, int length, String component) {
    if (Array.getLength(present(array, component)) != length) {
      throw new IllegalArgumentException(
          "%s has %d elements, and must have %d"
              .formatted(component, Array.getLength(array), length));
    }
    switch (array) {
      case Object[] references -> {
        for (int i = 0; i < length; i++) {
          putRef(memory, at + (long) i * Long.BYTES, references[i], component);
        }
      }
      case boolean[] values -> {
        for (int i = 0; i < length; i++) {
          putBoolean(memory, at + i, values[i]);
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
