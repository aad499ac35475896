package org.temoto.gas.array;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.MemoryOptions;

/** A global array of {@code float}. */
public record GlobalFloats(GlobalRange range) implements GlobalArray<GlobalFloats, FloatView> {
  public GlobalFloats {
    GlobalArray.requireAligned(range, Float.BYTES);
  }

  /** Allocates a memory of {@code length} zeros. Collective. */
  public static GlobalFloats allocate(GlobalAddressSpace space, String name, long length) {
    return new GlobalFloats(
        space.allocate(MemoryOptions.elements(name, length, Float.BYTES)).whole());
  }

  @Override
  public int elementBytes() {
    return Float.BYTES;
  }

  @Override
  public GlobalFloats slice(long from, long to) {
    return new GlobalFloats(elements(from, to));
  }

  @Override
  public String toString() {
    return range.toString();
  }
}
