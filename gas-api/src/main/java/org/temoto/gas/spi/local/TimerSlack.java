package org.temoto.gas.spi.local;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * System call that has the kernel end a thread's timed waits when they are over. Linux adds up to
 * 50 us, to wake several threads at once, which is more than the shortest waits of a strand.
 * Elsewhere there is nothing to set.
 */
final class TimerSlack {
  private static final int PR_SET_TIMERSLACK = 29;
  private static final long LEAST_NANOS = 1;

  private static final Optional<MethodHandle> PRCTL = prctl();

  private TimerSlack() {}

  private static Optional<MethodHandle> prctl() {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG);
    return linker
        .defaultLookup()
        .find("prctl")
        .map(at -> linker.downcallHandle(at, type, Linker.Option.firstVariadicArg(1)));
  }

  /** Of the calling thread, from now on. */
  static void reduce() {
    if (PRCTL.isEmpty()) {
      return;
    }
    try {
      // A refusal does no harm: waits are longer.
      int ignored = (int) PRCTL.get().invokeExact(PR_SET_TIMERSLACK, LEAST_NANOS);
    } catch (Throwable e) {
      throw new AssertionError("prctl cannot be called", e);
    }
  }
}
