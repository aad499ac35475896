package org.temoto.task.marshal;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.task.Task;

/**
 * Codec of an array of a component marked {@link Task.Copied}.
 *
 * @param isOpen whether the elements are of a type variable: then the array's own class stands in
 *     the bytes, for code that knows what the variable stands for casts the copy to that
 */
record ArrayCodec(Class<?> elementType, Codec element, boolean isOpen) implements Codec {
  @Override
  public void write(Output out, Object value) {
    if (isOpen) {
      ClassNames.write(out, typeOf(value));
    }
    int length = Array.getLength(value);
    out.putInt(length);
    ValueLayout layout = layout();
    if (layout != null) {
      out.putAll(value, length, layout);
      return;
    }
    for (int i = 0; i < length; i++) {
      element.write(out, Array.get(value, i));
    }
  }

  @Override
  public Object read(Source in) {
    Class<?> type = isOpen ? in.type() : elementType;
    if (!elementType.isAssignableFrom(type)) {
      throw new GasException(
          "class %s of a marshalled array's elements is no %s"
              .formatted(type.getName(), elementType.getName()));
    }
    ValueLayout layout = layout();
    int length = in.getCount(layout == null ? LEAST_BYTES : layout.byteSize());
    Object array = Array.newInstance(type, length);
    if (layout != null) {
      in.getAll(array, length, layout);
      return array;
    }
    for (int i = 0; i < length; i++) {
      set(array, i, element.read(in));
    }
    return array;
  }

  /** Type of the elements of a copy of {@code array}. */
  private Class<?> typeOf(Object array) {
    Class<?> own = array.getClass().getComponentType();
    Class<?> leaf = own;
    while (leaf.isArray()) {
      leaf = leaf.getComponentType();
    }
    return isOpen && holdsCopies(leaf) ? own : elementType;
  }

  /**
   * Tells whether copies of its values are of {@code type}: of a list it is no more than a List.
   */
  private static boolean holdsCopies(Class<?> type) {
    return type.isRecord()
        || type.isEnum()
        || !Collection.class.isAssignableFrom(type)
        || type.isAssignableFrom(List.class);
  }

  private static void set(Object array, int index, Object copy) {
    try {
      Array.set(array, index, copy);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          "an array's elements are of %s, which a list is not when it is copied: "
                  .formatted(array.getClass().getComponentType().getName())
              + Codecs.RULE,
          e);
    }
  }

  /** Layout of elements that are copied all at once; null for others. */
  private ValueLayout layout() {
    return switch (element) {
      case BasicCodec.BYTE -> ValueLayout.JAVA_BYTE;
      case BasicCodec.SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
      case BasicCodec.CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
      case BasicCodec.INT -> ValueLayout.JAVA_INT_UNALIGNED;
      case BasicCodec.LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
      case BasicCodec.FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
      case BasicCodec.DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
      default -> null;
    };
  }

  @Override
  public boolean isPrepared() {
    return true;
  }

  @Override
  public Object prepare(Object value) {
    int length = Array.getLength(value);
    Object copy = Array.newInstance(typeOf(value), length);
    System.arraycopy(value, 0, copy, 0, length);
    if (element.isPrepared()) {
      for (int i = 0; i < length; i++) {
        set(copy, i, element.prepare(Array.get(copy, i)));
      }
    }
    return copy;
  }
}
