package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Methods on native memory by address, so that nothing is allocated where bytes move. */
final class NativeMemory {
  /** All of it; an offset is an address. */
  static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private NativeMemory() {}

  static void copy(long from, long to, long bytes) {
    if (from != to) {
      MemorySegment.copy(EVERYTHING, from, EVERYTHING, to, bytes);
    }
  }

  /** A word of the own heap that others change; acquire: what was done before is seen too. */
  static long word(long address) {
    return (long) LONG.getAcquire(EVERYTHING, address);
  }
}
