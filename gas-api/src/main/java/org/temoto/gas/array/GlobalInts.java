package org.temoto.gas.array;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.MemoryOptions;

/** A global array of {@code int}. */
public record GlobalInts(GlobalRange range) implements GlobalArray<GlobalInts, IntView> {
  public GlobalInts {
    GlobalArray.requireAligned(range, Integer.BYTES);
  }

  /** Allocates a memory of {@code length} zeros. Collective. */
  public static GlobalInts allocate(GlobalAddressSpace space, String name, long length) {
    return new GlobalInts(
        space.allocate(MemoryOptions.elements(name, length, Integer.BYTES)).whole());
  }

  @Override
  public int elementBytes() {
    return Integer.BYTES;
  }

  @Override
  public GlobalInts slice(long from, long to) {
    return new GlobalInts(elements(from, to));
  }

  @Override
  public String toString() {
    return range.toString();
  }
}
