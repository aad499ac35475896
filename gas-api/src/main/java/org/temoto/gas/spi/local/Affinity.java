package org.temoto.gas.spi.local;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Optional;

/**
 * System calls that read and set the cores on which the kernel lets a thread run. On Linux;
 * elsewhere nothing is known or set.
 */
final class Affinity {
  /** Id that stands for the calling thread. */
  static final int SELF = 0;

  /** The kernel refuses masks that are shorter than its own. */
  private static final long MASK_BYTES = 1024;

  private static final Optional<MethodHandle> GET =
      handle("sched_getaffinity", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
  private static final Optional<MethodHandle> SET =
      handle("sched_setaffinity", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
  private static final Optional<MethodHandle> GETTID =
      handle("gettid", FunctionDescriptor.of(JAVA_INT));

  private Affinity() {}

  private static Optional<MethodHandle> handle(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.defaultLookup().find(name).map(at -> linker.downcallHandle(at, type));
  }

  /** Tells whether threads can be bound here. */
  static boolean isKnown() {
    return GET.isPresent() && SET.isPresent() && GETTID.isPresent();
  }

  /** The kernel's number of the calling thread. */
  static int thread() {
    try {
      return (int) GETTID.orElseThrow().invokeExact();
    } catch (Throwable e) {
      throw new AssertionError("gettid cannot be called", e);
    }
  }

  /** The cores that the calling thread may use; none if the kernel does not tell. */
  static BitSet cores() {
    if (!isKnown()) {
      return new BitSet();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      int failed = (int) GET.orElseThrow().invokeExact(SELF, MASK_BYTES, mask);
      return failed == 0 ? BitSet.valueOf(mask.toArray(JAVA_BYTE)) : new BitSet();
    } catch (Throwable e) {
      throw new AssertionError("sched_getaffinity cannot be called", e);
    }
  }

  /** From now on {@code thread}, or {@link #SELF}, may use {@code cores} only. */
  static void set(int thread, BitSet cores) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      byte[] bytes = cores.toByteArray();
      MemorySegment.copy(bytes, 0, mask, JAVA_BYTE, 0, bytes.length);
      // A refusal does no harm: the thread runs where it may.
      int ignored = (int) SET.orElseThrow().invokeExact(thread, MASK_BYTES, mask);
    } catch (Throwable e) {
      throw new AssertionError("sched_setaffinity cannot be called", e);
    }
  }
}
