package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Copies and word accesses by address, which the caller has checked: nothing is allocated, and a
 * strand may deliver what another one has issued, whose segments may be confined to that one.
 */
public final class RawMemory {
  /** The whole address space of the process; an offset is an address. */
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  static final VarHandle WORD = JAVA_LONG.varHandle();

  private static final long MASK = Long.BYTES - 1;

  /** Up to here a loop is faster than a call of the copying stub. */
  private static final long SHORT = 64;

  private RawMemory() {}

  /** The first word boundary at or after {@code address}. */
  public static long alignUp(long address) {
    return address + MASK & ~MASK;
  }

  /** The last word boundary at or before {@code address}. */
  public static long alignDown(long address) {
    return address & ~MASK;
  }

  /**
   * Copies bytes that do not overlap, or are the same; where all is aligned, each word is moved
   * whole.
   */
  public static void copy(long from, long to, long bytes) {
    if (bytes > SHORT || ((from | to | bytes) & MASK) != 0) {
      // If all is aligned, the JVM's stub moves words one by one or in vectors of whole words.
      MemorySegment.copy(ALL, from, ALL, to, bytes);
      return;
    }
    for (long i = 0; i < bytes; i += Long.BYTES) {
      WORD.setOpaque(ALL, to + i, (long) WORD.getOpaque(ALL, from + i)); // opaque: once and whole
    }
  }

  /** A word that others change; acquire: what was written before it is seen too. */
  public static long word(long address) {
    return (long) WORD.getAcquire(ALL, address);
  }
}
