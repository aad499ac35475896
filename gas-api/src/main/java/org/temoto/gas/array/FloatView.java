package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import org.temoto.gas.LocalView;
import org.temoto.gas.spi.RawMemory;

/** A global array of {@code float} at hand. */
public final class FloatView extends ArrayView {
  FloatView(LocalView view) {
    super(view, Float.BYTES);
  }

  /**
   * Element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public float get(long index) {
    long at = inside(index) * Float.BYTES;
    return loadsDirectly()
        ? RawMemory.ALL.get(JAVA_FLOAT_UNALIGNED, base() + at)
        : loads().get(JAVA_FLOAT, at);
  }

  /**
   * Stores {@code value} as element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalStateException if the view is for {@link org.temoto.gas.Access#READ}
   */
  public void set(long index, float value) {
    long at = inside(index) * Float.BYTES;
    if (storesDirectly()) {
      RawMemory.ALL.set(JAVA_FLOAT_UNALIGNED, base() + at, value);
    } else {
      stores(index).set(JAVA_FLOAT, at, value);
    }
  }
}
