package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import org.temoto.gas.LocalView;
import org.temoto.gas.spi.RawMemory;

/** A global array of {@code int} at hand. */
public final class IntView extends ArrayView {
  IntView(LocalView view) {
    super(view, Integer.BYTES);
  }

  /**
   * Element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public int get(long index) {
    long at = inside(index) * Integer.BYTES;
    return loadsDirectly()
        ? RawMemory.ALL.get(JAVA_INT_UNALIGNED, base() + at)
        : loads().get(JAVA_INT, at);
  }

  /**
   * Stores {@code value} as element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalStateException if the view is for {@link org.temoto.gas.Access#READ}
   */
  public void set(long index, int value) {
    long at = inside(index) * Integer.BYTES;
    if (storesDirectly()) {
      RawMemory.ALL.set(JAVA_INT_UNALIGNED, base() + at, value);
    } else {
      stores(index).set(JAVA_INT, at, value);
    }
  }
}
