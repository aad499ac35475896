package org.temoto.gas.spi.local;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Optional;
import org.temoto.gas.spi.LibraryFunction;

/**
 * System calls that read and set the cores on which the kernel lets a thread run. On Linux;
 * elsewhere nothing is known or set.
 */
final class Affinity {
  /** Id that stands for the calling thread. */
  static final int SELF = 0;

  /** The kernel refuses masks that are shorter than its own. */
  private static final long MASK_BYTES = 1024;

  private static final Optional<LibraryFunction> GET = LibraryFunction.find("sched_getaffinity");
  private static final Optional<LibraryFunction> SET = LibraryFunction.find("sched_setaffinity");
  private static final Optional<LibraryFunction> GETTID = LibraryFunction.find("gettid");

  private Affinity() {}

  /** Tells whether threads can be bound here. */
  static boolean isKnown() {
    return GET.isPresent() && SET.isPresent() && GETTID.isPresent();
  }

  /** The kernel's number of the calling thread. */
  static int thread() {
    return (int) GETTID.orElseThrow().call().result();
  }

  /** The cores that the calling thread may use; none if the kernel does not tell. */
  static BitSet cores() {
    if (!isKnown()) {
      return new BitSet();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      boolean failed = GET.orElseThrow().call(SELF, MASK_BYTES, mask.address()).failed();
      return failed ? new BitSet() : BitSet.valueOf(mask.toArray(JAVA_BYTE));
    }
  }

  /** From now on {@code thread}, or {@link #SELF}, may use {@code cores} only. */
  static void set(int thread, BitSet cores) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      byte[] bytes = cores.toByteArray();
      MemorySegment.copy(bytes, 0, mask, JAVA_BYTE, 0, bytes.length);
      // A refusal does no harm: the thread runs where it may.
      var _ = SET.orElseThrow().call(thread, MASK_BYTES, mask.address());
    }
  }
}
