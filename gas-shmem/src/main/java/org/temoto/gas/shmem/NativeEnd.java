package org.temoto.gas.shmem;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.LibraryFunction;

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
    Optional<LibraryFunction> register = LibraryFunction.find("on_exit");
    if (register.isEmpty()) {
      return; // not the GNU C library: destructors run, and an unfinalized end may crash
    }
    MemorySegment end = Linker.nativeLinker().defaultLookup().findOrThrow("_exit");
    long error = register.get().call(end.address()).result();
    if (error != 0) {
      throw new GasException("on_exit failed with " + error);
    }
  }
}
