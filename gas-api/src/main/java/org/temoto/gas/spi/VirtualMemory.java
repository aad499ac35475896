package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.GasException;

/**
 * The few operations on address space that views and heaps need, from Linux's C library: reserve,
 * share, alias, prefault, discard, unmap. Lengths and addresses are multiples of {@link
 * #SYSTEM_PAGE}.
 */
public final class VirtualMemory {
  /** The kernel's page size, in bytes. */
  public static final int SYSTEM_PAGE = 4096;

  static final int PROT_READ_WRITE = 0x1 | 0x2;
  static final int MAP_SHARED = 0x01;
  private static final int MAP_PRIVATE = 0x02;
  static final int MAP_FIXED = 0x10;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final int MAP_NORESERVE = 0x4000;
  private static final int MADV_DONTNEED = 4;
  private static final int MADV_REMOVE = 9;
  private static final int MADV_POPULATE_WRITE = 23;
  private static final int ENOMEM = 12;
  private static final int EINVAL = 22;
  private static final long MREMAP_MAYMOVE_FIXED = 0x1 | 0x2;
  private static final long MREMAP_DONTUNMAP = 0x4;

  /** The number of the system call. */
  private static final long MREMAP =
      System.getProperty("os.arch").equals("aarch64") ? 216 : 25; // else x86-64

  private static final long FAILED = -1;
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBC = LINKER.defaultLookup();
  private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle MMAP =
      handle(
          "mmap",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      handle("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle MADVISE =
      handle("madvise", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));

  /** The raw system call: UCX replaces libc's mremap by one that loses the new address. */
  private static final MethodHandle SYSCALL =
      handle(
          "syscall",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));

  private VirtualMemory() {}

  static MethodHandle handle(String name, FunctionDescriptor type, Linker.Option... more) {
    Linker.Option[] options = new Linker.Option[more.length + 1];
    options[0] = CAPTURE;
    System.arraycopy(more, 0, options, 1, more.length);
    return LINKER.downcallHandle(LIBC.findOrThrow(name), type, options);
  }

  /** Reserves zeroed private memory that takes no physical memory until it is touched. */
  public static MemorySegment reserve(long bytes) {
    return map(0, bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  }

  /** As {@link #reserve}, as a shared mapping, which {@link #alias} can map a second time. */
  public static MemorySegment reserveShared(long bytes) {
    return map(0, bytes, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE);
  }

  /**
   * Maps the shared memory at {@code source} a second time at {@code target}, which must be
   * reserved.
   */
  public static void alias(long source, long bytes, long target) {
    map(
        target,
        bytes,
        MAP_PRIVATE
            | MAP_ANONYMOUS
            | MAP_NORESERVE
            | MAP_FIXED); // so that libraries forget what stood there
    aliasSilently(source, bytes, target);
  }

  /** As {@link #alias}, where no communication library has seen {@code target}. */
  public static void aliasSilently(long source, long bytes, long target) {
    remap(source, 0, bytes, MREMAP_MAYMOVE_FIXED, target);
  }

  /**
   * As {@link #aliasSilently}; from Linux 5.13 on, the pages that {@code source} has at hand are at
   * hand at {@code target} instead, so that no touch of one takes a fault.
   */
  public static void moveSilently(long source, long bytes, long target) {
    if (Moving.IS_POSSIBLE) {
      move(source, bytes, target);
    } else {
      aliasSilently(source, bytes, target);
    }
  }

  private static void move(long source, long bytes, long target) {
    remap(source, bytes, bytes, MREMAP_MAYMOVE_FIXED | MREMAP_DONTUNMAP, target);
  }

  /** Holder of whether the kernel can move pages, which only an attempt tells. */
  private static final class Moving {
    static final boolean IS_POSSIBLE = isPossible();

    private static boolean isPossible() {
      MemorySegment source = reserveShared(SYSTEM_PAGE);
      MemorySegment target = reserve(SYSTEM_PAGE);
      try {
        move(source.address(), SYSTEM_PAGE, target.address());
        return true;
      } catch (GasException e) {
        return false;
      } finally {
        unmap(source);
        unmap(target);
      }
    }
  }

  private static void remap(long source, long from, long bytes, long flags, long target) {
    long at =
        call(
            "mremap",
            state -> (long) SYSCALL.invokeExact(state, MREMAP, source, from, bytes, flags, target),
            source,
            from,
            bytes,
            flags,
            target);
    if (at != target) {
      throw new GasException(
          "mremap of "
              + bytes
              + " bytes to 0x"
              + Long.toHexString(target)
              + " gave 0x"
              + Long.toHexString(at));
    }
  }

  /**
   * Puts what is mapped at {@code address} into physical memory, without a fault for each page;
   * contents stay. A head start only: what the kernel does not give, comes as it is touched.
   */
  public static void prefault(long address, long bytes) {
    Outcome outcome =
        outcome(
            "madvise",
            state -> (int) MADVISE.invokeExact(state, address, bytes, MADV_POPULATE_WRITE));
    if (outcome.failed() && outcome.errno == EINVAL) { // Linux before 5.14
      touch(MemorySegment.ofAddress(address).reinterpret(bytes));
    }
  }

  /** The same by hand. */
  static void touch(MemorySegment memory) {
    for (long at = 0; at < memory.byteSize(); at += SYSTEM_PAGE) {
      var _ =
          (long) WORD.getAndAdd(memory, at, 0L); // a plain store of what is there would be left out
    }
  }

  /** Returns the memory of a private mapping to the system; it reads as zeros afterwards. */
  public static void discard(long address, long bytes) {
    advise(address, bytes, MADV_DONTNEED);
  }

  /** As {@link #discard}, of a shared mapping, wherever it is mapped. */
  public static void discardShared(long address, long bytes) {
    advise(address, bytes, MADV_REMOVE);
  }

  private static void advise(long address, long bytes, int advice) {
    call(
        "madvise",
        state -> (int) MADVISE.invokeExact(state, address, bytes, advice),
        address,
        bytes,
        advice);
  }

  /**
   * Takes away the memory at {@code address}, which must be reserved: Java throws {@link
   * InternalError} in a thread that touches it, until something is mapped there.
   */
  public static void forbid(long address, long bytes) {
    // Beyond the end of a file: there the kernel sends the one signal that Java makes an error of.
    // At the offset of its address, so that the kernel joins it with its neighbours.
    map(address, bytes, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, EmptyFile.DESCRIPTOR, address);
  }

  /** A file without bytes, for as long as the process lives. */
  private static final class EmptyFile {
    static final int DESCRIPTOR = create();

    private static int create() {
      MethodHandle memfd =
          handle("memfd_create", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));
      try (Arena arena = Arena.ofConfined()) {
        long name = arena.allocateFrom("temoto").address();
        return (int) call("memfd_create", state -> (int) memfd.invokeExact(state, name, 0));
      }
    }
  }

  /** Gives back {@code memory}; nothing happens if that has no bytes. */
  public static void unmap(MemorySegment memory) {
    long address = memory.address();
    long bytes = memory.byteSize();
    if (bytes == 0) {
      return;
    }
    call("munmap", state -> (int) MUNMAP.invokeExact(state, address, bytes), address, bytes);
  }

  private static MemorySegment map(long address, long bytes, int flags) {
    long at = map(address, bytes, flags, -1, 0);
    return MemorySegment.ofAddress(at).reinterpret(bytes);
  }

  private static long map(long address, long bytes, int flags, int file, long offset) {
    return call(
        "mmap",
        state ->
            (long) MMAP.invokeExact(state, address, bytes, PROT_READ_WRITE, flags, file, offset),
        address,
        bytes,
        flags,
        file,
        offset);
  }

  /** A call of the system that has a place for the error. */
  interface Call {
    long with(MemorySegment state) throws Throwable;
  }

  private static long call(String name, Call call, long... arguments) {
    Outcome outcome = outcome(name, call);
    if (outcome.failed()) {
      throw new GasException(
          name
              + Arrays.toString(arguments)
              + " failed with errno "
              + outcome.errno
              + mend(outcome));
    }
    return outcome.result;
  }

  static Outcome outcome(String name, Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      return new Outcome(call.with(state), (int) ERRNO.get(state, 0L));
    } catch (Throwable e) {
      throw new AssertionError(name + " cannot be called", e);
    }
  }

  /** Limits of what could not be had, in words. */
  private static String mend(Outcome outcome) {
    return outcome.errno == ENOMEM
        ? ": no more memory, addresses or mappings (the limits are ulimit -v,"
            + " vm.overcommit_memory and vm.max_map_count)"
        : "";
  }

  /** Result of a call, and its error if the result is {@link #FAILED}. */
  record Outcome(long result, int errno) {
    boolean failed() {
      return result == FAILED;
    }
  }
}
