package org.temoto.gas.array;

import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Request;

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
  public LongView localize(Access access) {
    return new LongView(range.localize(access));
  }

  @Override
  public Request<LongView> localizeAsync(Access access) {
    return range.localizeAsync(access).map(LongView::new);
  }

  /** Brings the elements [{@code from}, {@code to}) to hand. */
  public LongView localize(long from, long to, Access access) {
    return new LongView(elements(from, to).localize(access));
  }
}
