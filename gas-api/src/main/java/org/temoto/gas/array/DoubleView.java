package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import org.temoto.gas.LocalView;
import org.temoto.gas.spi.RawMemory;

/** A global array of {@code double} at hand. */
public final class DoubleView extends ArrayView {
  DoubleView(LocalView view) {
    super(view, Double.BYTES);
  }

  /**
   * Element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public double get(long index) {
    long at = inside(index) * Double.BYTES;
    return loadsDirectly()
        ? RawMemory.ALL.get(JAVA_DOUBLE_UNALIGNED, base() + at)
        : loads().get(JAVA_DOUBLE, at);
  }

  /**
   * Stores {@code value} as element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalStateException if the view is for {@link org.temoto.gas.Access#READ}
   */
  public void set(long index, double value) {
    long at = inside(index) * Double.BYTES;
    if (storesDirectly()) {
      RawMemory.ALL.set(JAVA_DOUBLE_UNALIGNED, base() + at, value);
    } else {
      stores(index).set(JAVA_DOUBLE, at, value);
    }
  }
}
