package org.temoto.gas.shmem;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.temoto.gas.GasException;

/**
 * Way to end the process without the destructors of its native libraries: those of the OpenSHMEM
 * library crash if it was not finalized, or while another thread is inside it.
 */
final class NativeEnd {
  private NativeEnd() {}

  /**
   * Registers {@code _exit} to be the first of what {@code exit} calls, with the exit code: when
   * the JVM has run its hooks and calls {@code exit}, nothing else is run. Called after the
   * library's initialization, because what was registered last runs first.
   */
  static void skipDestructors() {
    Linker linker = Linker.nativeLinker();
    SymbolLookup libc = linker.defaultLookup();
    Optional<MemorySegment> register = libc.find("on_exit");
    if (register.isEmpty()) {
      return; // not the GNU C library: destructors run, and an unfinalized end may crash
    }
    FunctionDescriptor type =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    try {
      int error =
          (int)
              linker
                  .downcallHandle(register.get(), type)
                  .invokeExact(libc.findOrThrow("_exit"), MemorySegment.NULL);
      if (error != 0) {
        throw new GasException("on_exit failed with " + error);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a native function throws nothing", e);
    }
  }
}
