package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.LibraryFunction;

/**
 * Handler of SIGTERM: it ends the process, with its shutdown hooks. Open MPI's OpenSHMEM would have
 * it do nothing.
 */
final class TerminateSignal {
  private static final int TERMINATE = 15;

  /** More than a {@code struct sigaction} has anywhere. */
  private static final long ACTION_BYTES = 512;

  private static final LibraryFunction ACTION = LibraryFunction.ofInt("sigaction");

  private TerminateSignal() {}

  /** Leaves the signal after {@code call} as it was before. */
  static <T> T keep(Supplier<T> call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment before = arena.allocate(ACTION_BYTES, Long.BYTES);
      sigaction(MemorySegment.NULL, before);
      T result = call.get();
      sigaction(before, MemorySegment.NULL);
      return result;
    }
  }

  private static void sigaction(MemorySegment wanted, MemorySegment present) {
    LibraryFunction.Outcome outcome = ACTION.call(TERMINATE, wanted.address(), present.address());
    if (outcome.failed()) {
      throw new GasException("sigaction failed with error " + outcome.errno());
    }
  }
}
