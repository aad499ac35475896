package org.temoto.task.pattern.sort;

import java.util.Arrays;
import java.util.Optional;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;

/** Type of the numbers that global arrays and files hold, in NumPy's words. */
public enum ElementType {
  INT32("int32", "i4", Integer.BYTES),
  INT64("int64", "i8", Long.BYTES),
  FLOAT32("float32", "f4", Float.BYTES),
  FLOAT64("float64", "f8", Double.BYTES);

  private final String label;
  private final String code;
  private final int bytes;

  ElementType(String label, String code, int bytes) {
    this.label = label;
    this.code = code;
    this.bytes = bytes;
  }

  /** The type of the elements of {@code array}. */
  public static ElementType of(GlobalArray<?, ?> array) {
    return switch (array) {
      case GlobalInts _ -> INT32;
      case GlobalLongs _ -> INT64;
      case GlobalFloats _ -> FLOAT32;
      case GlobalDoubles _ -> FLOAT64;
    };
  }

  /** NumPy's name, for example {@code int32}. */
  public String label() {
    return label;
  }

  /** Kind and size as a {@code .npy} header writes them, for example {@code i4}. */
  public String code() {
    return code;
  }

  /** Bytes per element. */
  public int bytes() {
    return bytes;
  }

  /** Tells whether elements are IEEE 754 numbers. */
  public boolean isFloat() {
    return this == FLOAT32 || this == FLOAT64;
  }

  /** The type with this {@link #code()}. */
  public static Optional<ElementType> ofCode(String code) {
    return Arrays.stream(values()).filter(type -> type.code.equals(code)).findFirst();
  }

  @Override
  public String toString() {
    return label;
  }
}
