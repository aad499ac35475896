package org.temoto.gas.simulated.backend;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.temoto.gas.GasException;

/**
 * Clock of the time for which the calling thread of the operating system has had a core: for a
 * virtual thread, that of its carrier. Java tells it of platform threads only. Used by one thread
 * at a time.
 */
final class ThreadClock {
  /** CLOCK_THREAD_CPUTIME_ID of Linux. */
  private static final int THREAD = 3;

  private static final long NANOS = 1_000_000_000;

  /**
   * {@code int clock_gettime(clockid_t, struct timespec *)}; it is over before a collection could.
   */
  private static final MethodHandle CLOCK_GETTIME =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS),
              Linker.Option.critical(false));

  private final MemorySegment time = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);

  /** In nanoseconds; only differences on one thread have a meaning. */
  long now() {
    int error;
    try {
      error = (int) CLOCK_GETTIME.invokeExact(THREAD, time);
    } catch (Throwable e) {
      throw new AssertionError("clock_gettime throws nothing", e);
    }
    if (error != 0) {
      throw new GasException("this machine does not tell how long a thread has had a core");
    }
    return time.get(ValueLayout.JAVA_LONG, 0) * NANOS + time.get(ValueLayout.JAVA_LONG, Long.BYTES);
  }
}
