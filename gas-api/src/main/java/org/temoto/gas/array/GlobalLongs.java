package org.temoto.gas.array;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.MemoryOptions;

/** A global array of {@code long}. */
public record GlobalLongs(GlobalRange range) implements GlobalArray<GlobalLongs, LongView> {
  public GlobalLongs {
    GlobalArray.requireAligned(range, Long.BYTES);
  }

  /** Allocates a memory of {@code length} zeros. Collective. */
  public static GlobalLongs allocate(GlobalAddressSpace space, String name, long length) {
    return new GlobalLongs(
        space.allocate(MemoryOptions.elements(name, length, Long.BYTES)).whole());
  }

  @Override
  public int elementBytes() {
    return Long.BYTES;
  }

  @Override
  public GlobalLongs slice(long from, long to) {
    return new GlobalLongs(elements(from, to));
  }

  @Override
  public String toString() {
    return range.toString();
  }
}
