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
 * opal_progress}; it also moves on whatever contexts there are, so no other thread may be using
 * one.
 */
final class LibraryProgress {
  private static final String SYMBOL = "opal_progress";

  private final MethodHandle call;
  private final Serial serial;
  private final LongAdder calls = new LongAdder();

  private LibraryProgress(MethodHandle call, Serial serial) {
    this.call = call;
    this.serial = serial;
  }

  /**
   * The call of the loaded library, if it has one that is known.
   *
   * @param serial the lock of the threads that call the library
   */
  static Optional<LibraryProgress> find(Serial serial) {
    return SymbolLookup.loaderLookup()
        .find(SYMBOL)
        .map(address -> new LibraryProgress(link(address), serial));
  }

  /**
   * Message if the library has no such call. Blocking calls to a third PE would make it answer too,
   * but wait for a PE that is between two launches.
   *
   * @param needed whether the job cannot run without: even a barrier's words would not arrive
   */
  static String missing(boolean needed) {
    String fact = "this OpenSHMEM library has no " + SYMBOL + ", which makes a PE answer others";
    return needed
        ? fact
            + ", and over this network no PE does so by itself; use Open MPI's, or a network that"
            + " is one-sided (InfiniBand, shared memory)"
        : fact + "; here PEs do so by themselves: leave --progress-interval out";
  }

  private static MethodHandle link(MemorySegment address) {
    return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.ofVoid());
  }

  /** Serves others once; not at all while another thread has the library to itself. */
  void poll() {
    if (serial.tryLock()) { // the thread with the lock is in the library, and serves
      try {
        invoke();
      } finally {
        serial.close();
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
