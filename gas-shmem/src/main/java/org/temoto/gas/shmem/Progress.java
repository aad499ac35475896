package org.temoto.gas.shmem;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The one call that makes the library answer other PEs and does not wait for anything. OpenSHMEM
 * has none: quiet, fence and test do not always do it. Open MPI's own event loop does, {@code
 * opal_progress}; it also moves on whatever contexts other threads are using, so those must be
 * contexts that several threads may use.
 */
final class Progress {
  private static final String SYMBOL = "opal_progress";

  private final MethodHandle call;
  private final Optional<Serial> serial;
  private final LongAdder calls = new LongAdder();

  private Progress(MethodHandle call, Optional<Serial> serial) {
    this.call = call;
    this.serial = serial;
  }

  /**
   * The call of the loaded library, if it has one that is known.
   *
   * @param serial the lock of those who call the library, where only one at a time may
   */
  static Optional<Progress> find(Optional<Serial> serial) {
    return SymbolLookup.loaderLookup()
        .find(SYMBOL)
        .map(address -> new Progress(link(address), serial));
  }

  private static MethodHandle link(MemorySegment address) {
    return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.ofVoid());
  }

  /** Serves others once; not at all while another thread has the library to itself. */
  void poll() {
    if (serial.isEmpty()) {
      invoke();
    } else if (serial.get().tryLock()) { // who has the lock is in the library, and serves
      try {
        invoke();
      } finally {
        serial.get().unlock();
      }
    }
  }

  private void invoke() {
    try {
      call.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError("a native call threw", e);
    }
    calls.increment();
  }

  /** Calls so far. */
  long calls() {
    return calls.sum();
  }
}
