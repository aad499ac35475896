package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;

/** The views of a request on global ranges: open from its start until it is awaited. */
final class OpenRanges {
  private final RuntimeSupport support;
  private final Strands strands;
  private final Strands.Strand owner;
  private LocalView input;
  private LocalView output;

  OpenRanges(RuntimeSupport support) {
    this.support = support;
    strands = support.processingElement().strands();
    owner = strands.current();
  }

  MemorySegment input(GlobalRange range) {
    input = support.lend(range, Access.READ);
    return input.segment();
  }

  MemorySegment output(GlobalRange range, Access access) {
    output = support.lend(range, access);
    return output.segment();
  }

  void requireOwner() {
    if (strands.current() != owner) {
      throw new IllegalStateException(
          "a collective on global ranges is awaited by the strand that started it");
    }
  }

  /** Publishes the output and closes all. */
  void commit() {
    if (output != null && output.access().writes()) {
      output.commit();
    }
    close();
  }

  void close() {
    if (output != null) {
      output.close();
    }
    if (input != null) {
      input.close();
    }
  }
}
