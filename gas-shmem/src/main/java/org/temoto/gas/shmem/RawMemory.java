package org.temoto.gas.shmem;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

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

  /** Copies from memory that others change; its aligned words are read whole. */
  static void copyIn(long shared, long own, long bytes) {
    if (((shared ^ own) & MASK) == 0) {
      copy(shared, own, bytes);
      return;
    }
    long head = Math.min(-shared & MASK, bytes);
    long words = bytes - head & ~MASK;
    copyBytes(shared, own, head);
    for (long i = head; i < head + words; i += Long.BYTES) {
      // Opaque: read once and whole.
      ALL.set(JAVA_LONG_UNALIGNED, own + i, (long) WORD.getOpaque(ALL, shared + i));
    }
    copyBytes(shared + head + words, own + head + words, bytes - head - words);
  }

  /** Copies to memory that others read; its aligned words are written whole. */
  static void copyOut(long own, long shared, long bytes) {
    if (((shared ^ own) & MASK) == 0) {
      copy(own, shared, bytes);
      return;
    }
    long head = Math.min(-shared & MASK, bytes);
    long words = bytes - head & ~MASK;
    copyBytes(own, shared, head);
    for (long i = head; i < head + words; i += Long.BYTES) {
      // Opaque: written once and whole.
      WORD.setOpaque(ALL, shared + i, ALL.get(JAVA_LONG_UNALIGNED, own + i));
    }
    copyBytes(own + head + words, shared + head + words, bytes - head - words);
  }

  /** Both sides are aligned alike. */
  private static void copy(long from, long to, long bytes) {
    long head = Math.min(-from & MASK, bytes);
    long words = bytes - head & ~MASK;
    copyBytes(from, to, head);
    copyWords(from + head, to + head, words);
    copyBytes(from + head + words, to + head + words, bytes - head - words);
  }

  private static void copyWords(long from, long to, long bytes) {
    if (bytes > SHORT) {
      // The stub for aligned words moves them one by one or in vectors of whole words.
      MemorySegment.copy(ALL, from, ALL, to, bytes);
      return;
    }
    for (long i = 0; i < bytes; i += Long.BYTES) {
      WORD.setOpaque(ALL, to + i, (long) WORD.getOpaque(ALL, from + i)); // opaque: once and whole
    }
  }

  private static void copyBytes(long from, long to, long bytes) {
    for (long i = 0; i < bytes; i++) {
      ALL.set(JAVA_BYTE, to + i, ALL.get(JAVA_BYTE, from + i));
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
