package org.temoto.gas.simulated;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Copies and atomics on raw addresses, which the caller has checked: an operation is delivered by
 * another thread than the one that issued it, and segments may be confined to that one.
 */
final class RawMemory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final VarHandle WORD = JAVA_LONG.varHandle();
  private static final long WORD_MASK = Long.BYTES - 1;

  private RawMemory() {}

  /** The first word boundary at or after {@code address}. */
  static long alignUp(long address) {
    return address + WORD_MASK & ~WORD_MASK;
  }

  /** The last word boundary at or before {@code address}. */
  static long alignDown(long address) {
    return address & ~WORD_MASK;
  }

  /** Copies to a heap; words are moved whole when all is aligned. */
  static void put(long local, long remote, long bytes) {
    // Release: what was delivered before must not be seen later than this, for a reader that polls
    // these bytes.
    VarHandle.releaseFence();
    MemorySegment.copy(ALL, local, ALL, remote, bytes);
  }

  /** Copies from a heap; words are moved whole when all is aligned. */
  static void get(long remote, long local, long bytes) {
    MemorySegment.copy(ALL, remote, ALL, local, bytes);
    // Acquire: if these bytes are a flag, what is read after them is at least as new.
    VarHandle.acquireFence();
  }

  // The atomics are volatile: a network's are ordered with all that the card has delivered before,
  // and cost no more here.

  static long fetch(long address) {
    return (long) WORD.getVolatile(ALL, address);
  }

  static void set(long address, long value) {
    WORD.setVolatile(ALL, address, value);
  }

  static long fetchAdd(long address, long value) {
    return (long) WORD.getAndAdd(ALL, address, value);
  }

  static long swap(long address, long value) {
    return (long) WORD.getAndSet(ALL, address, value);
  }

  static long compareAndSwap(long address, long expected, long value) {
    return (long) WORD.compareAndExchange(ALL, address, expected, value);
  }

  static long fetchAnd(long address, long mask) {
    return (long) WORD.getAndBitwiseAnd(ALL, address, mask);
  }

  static long fetchOr(long address, long mask) {
    return (long) WORD.getAndBitwiseOr(ALL, address, mask);
  }
}
