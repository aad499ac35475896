package org.temoto.gas.array;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.MemoryOptions;

/** A global array of {@code double}. */
public record GlobalDoubles(GlobalRange range) implements GlobalArray<GlobalDoubles, DoubleView> {
  public GlobalDoubles {
    GlobalArray.requireAligned(range, Double.BYTES);
  }

  /** Allocates a memory of {@code length} zeros. Collective. */
  public static GlobalDoubles allocate(GlobalAddressSpace space, String name, long length) {
    return new GlobalDoubles(
        space.allocate(MemoryOptions.elements(name, length, Double.BYTES)).whole());
  }

  @Override
  public int elementBytes() {
    return Double.BYTES;
  }

  @Override
  public GlobalDoubles slice(long from, long to) {
    return new GlobalDoubles(elements(from, to));
  }

  @Override
  public String toString() {
    return range.toString();
  }
}
