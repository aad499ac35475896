package org.temoto.gas.shmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** Loads, stores and atomics by address; nothing is checked. */
final class RawMemory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  /** Up to here a loop is faster than a call of the copying stub. */
  private static final long SHORT = 64;

  private static final long MASK = Long.BYTES - 1;

  private RawMemory() {}

  /** Copies between memory of this PE and of another; if all words are aligned, each is whole. */
  static void copy(long from, long to, long bytes) {
    if (bytes > SHORT || ((from | to | bytes) & MASK) != 0) {
      // Where all are aligned, the JVM's stub moves them one by one or in vectors of whole words.
      MemorySegment.copy(ALL, from, ALL, to, bytes);
      return;
    }
    for (long i = 0; i < bytes; i += Long.BYTES) {
      WORD.setOpaque(ALL, to + i, (long) WORD.getOpaque(ALL, from + i)); // opaque: once and whole
    }
  }

  // Atomics of the CPU; volatile, which is more than OpenSHMEM asks of them.

  static long fetch(long address) {
    return (long) WORD.getVolatile(ALL, address);
  }

  /** Opaque: {@code fence} and {@code quiet} order it. */
  static void set(long address, long value) {
    WORD.setOpaque(ALL, address, value);
  }

  static long fetchAdd(long address, long value) {
    return (long) WORD.getAndAdd(ALL, address, value);
  }

  static long compareAndSwap(long address, long expected, long value) {
    return (long) WORD.compareAndExchange(ALL, address, expected, value);
  }

  static long swap(long address, long value) {
    return (long) WORD.getAndSet(ALL, address, value);
  }
}
