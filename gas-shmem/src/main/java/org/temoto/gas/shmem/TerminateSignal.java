package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;
import org.temoto.gas.GasException;

/**
 * Handler of SIGTERM: it ends the process, with its shutdown hooks. Open MPI's OpenSHMEM would have
 * it do nothing.
 */
final class TerminateSignal {
  private static final int TERMINATE = 15;

  /** More than a {@code struct sigaction} has anywhere. */
  private static final long ACTION_BYTES = 512;

  private static final MethodHandle ACTION = action();

  private TerminateSignal() {}

  private static MethodHandle action() {
    SymbolLookup libc = Linker.nativeLinker().defaultLookup();
    return Linker.nativeLinker()
        .downcallHandle(
            libc.findOrThrow("sigaction"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
  }

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
    try {
      int error = (int) ACTION.invokeExact(TERMINATE, wanted, present);
      if (error != 0) {
        throw new GasException("sigaction failed with " + error);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a native function throws nothing", e);
    }
  }
}
