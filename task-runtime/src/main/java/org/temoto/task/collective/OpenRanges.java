package org.temoto.task.collective;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.Strands;

/** The views of a request on global ranges: open from its start until it is awaited. */
final class OpenRanges {
  private final Strands strands;
  private final Strands.Strand owner;
  private LocalView input;
  private LocalView output;

  OpenRanges(Strands strands) {
    this.strands = strands;
    owner = strands.current();
  }

  MemorySegment input(GlobalRange range) {
    input = range.localize(Access.READ);
    return memory(input);
  }

  MemorySegment output(GlobalRange range, Access access) {
    // A checker fills what a WRITE view has not stored and puts it back at releases; here whoever
    // comes by stores meanwhile.
    boolean checked = range.memory().space().options().checker();
    output = range.localize(checked && access == Access.WRITE ? Access.READ_WRITE : access);
    return memory(output);
  }

  /** Of any strand: a view's own segment may be for one only. */
  private static MemorySegment memory(LocalView view) {
    return MemorySegment.ofAddress(view.address()).reinterpret(view.length());
  }

  void requireOwner() {
    if (strands.current() != owner) {
      throw new IllegalStateException(
          "a collective on global ranges is awaited by the strand that started it");
    }
  }

  void close(boolean commit) {
    if (output != null) {
      if (commit && output.access().writes()) {
        output.commit();
      }
      output.close();
    }
    if (input != null) {
      input.close();
    }
  }
}
