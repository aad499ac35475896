package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.LibraryFunction.Outcome;

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
  private static final long MREMAP_NUMBER =
      System.getProperty("os.arch").equals("aarch64") ? 216 : 25; // else x86-64

  private static final VarHandle WORD = JAVA_LONG.varHandle();

  static final LibraryFunction MMAP = LibraryFunction.ofLong("mmap");
  private static final LibraryFunction MUNMAP = LibraryFunction.ofInt("munmap");
  private static final LibraryFunction MADVISE = LibraryFunction.ofInt("madvise");

  /** The raw system call: UCX replaces libc's mremap by one that loses the new address. */
  private static final LibraryFunction MREMAP =
      new LibraryFunction("mremap", LibraryFunction.ofLong("syscall").handle(), Long.SIZE);

  private VirtualMemory() {}

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
    long at = require(MREMAP, MREMAP_NUMBER, source, from, bytes, flags, target);
    if (at != target) {
      throw new GasException(
          "mremap of %s bytes to 0x%s gave 0x%s"
              .formatted(bytes, Long.toHexString(target), Long.toHexString(at)));
    }
  }

  /**
   * Puts what is mapped at {@code address} into physical memory, without a fault for each page;
   * contents stay. A head start only: what the kernel does not give, comes as it is touched.
   */
  public static void prefault(long address, long bytes) {
    Outcome outcome = MADVISE.call(address, bytes, MADV_POPULATE_WRITE);
    if (outcome.failed() && outcome.errno() == EINVAL) { // Linux before 5.14
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
    require(MADVISE, address, bytes, advice);
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
      LibraryFunction memfd = LibraryFunction.ofInt("memfd_create");
      try (Arena arena = Arena.ofConfined()) {
        return (int) require(memfd, arena.allocateFrom("temoto").address(), 0);
      }
    }
  }

  /** Gives back {@code memory}; nothing happens if that has no bytes. */
  public static void unmap(MemorySegment memory) {
    if (memory.byteSize() > 0) {
      require(MUNMAP, memory.address(), memory.byteSize());
    }
  }

  private static MemorySegment map(long address, long bytes, int flags) {
    long at = map(address, bytes, flags, -1, 0);
    return MemorySegment.ofAddress(at).reinterpret(bytes);
  }

  private static long map(long address, long bytes, int flags, int file, long offset) {
    return require(MMAP, address, bytes, PROT_READ_WRITE, flags, file, offset);
  }

  private static long require(LibraryFunction function, long... numbers) {
    Outcome outcome = function.call(numbers);
    if (outcome.failed()) {
      throw new GasException(
          function.name()
              + Arrays.toString(numbers)
              + " failed with errno "
              + outcome.errno()
              + mend(outcome));
    }
    return outcome.result();
  }

  /** Limits of what could not be had, in words. */
  private static String mend(Outcome outcome) {
    return outcome.errno() == ENOMEM
        ? ": no more memory, addresses or mappings (the limits are ulimit -v,"
            + " vm.overcommit_memory and vm.max_map_count)"
        : "";
  }
}
