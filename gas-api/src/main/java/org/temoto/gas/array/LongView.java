package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.temoto.gas.LocalView;
import org.temoto.gas.spi.RawMemory;

/** A global array of {@code long} at hand. */
public final class LongView extends ArrayView {
  LongView(LocalView view) {
    super(view, Long.BYTES);
  }

  /**
   * Element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public long get(long index) {
    long at = inside(index) * Long.BYTES;
    return loadsDirectly()
        ? RawMemory.ALL.get(JAVA_LONG_UNALIGNED, base() + at)
        : loads().get(JAVA_LONG, at);
  }

  /**
   * Stores {@code value} as element {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalStateException if the view is for {@link org.temoto.gas.Access#READ}
   */
  public void set(long index, long value) {
    long at = inside(index) * Long.BYTES;
    if (storesDirectly()) {
      RawMemory.ALL.set(JAVA_LONG_UNALIGNED, base() + at, value);
    } else {
      stores(index).set(JAVA_LONG, at, value);
    }
  }
}
