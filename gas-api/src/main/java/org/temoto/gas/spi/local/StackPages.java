package org.temoto.gas.spi.local;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.temoto.gas.spi.LibraryFunction;
import org.temoto.gas.spi.VirtualMemory;

/**
 * System calls that give back the part of a waiting thread's stack that it does not use. The JVM
 * touches up to 20 pages beyond the end of every stack, to find out early when it overflows; in
 * thousands of strands that wait for their children these pages are most of the memory. Bytes below
 * the stack pointer are dead; a page that is needed later comes back by itself.
 *
 * <p>On x86-64 Linux with glibc, which tells the stack pointer; elsewhere nothing is given back.
 */
final class StackPages {
  /**
   * Left alone below the stack pointer. The call that gives back goes through the frames of the
   * call that tells the pointer, and is one less deep; but its frames, and those of its callers,
   * are longer if they are interpreted now and were compiled then.
   */
  private static final long MARGIN = 2 * VirtualMemory.SYSTEM_PAGE;

  /** {@code sizeof(ucontext_t)}, rounded up, and where {@code getcontext} puts RSP in it. */
  private static final long CONTEXT_BYTES = 1024;

  private static final long STACK_POINTER = 160;

  private static final int MADV_DONTNEED = 4;

  private static final Optional<LibraryFunction> GETCONTEXT =
      System.getProperty("os.arch").equals("amd64")
          ? LibraryFunction.find("getcontext")
          : Optional.empty();
  private static final LibraryFunction MADVISE = LibraryFunction.find("madvise").orElseThrow();

  private StackPages() {}

  /** The calling thread's stack pointer, or 0 where it is not known. */
  static long pointer() {
    if (GETCONTEXT.isEmpty()) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocate(CONTEXT_BYTES, 16);
      boolean failed = GETCONTEXT.get().call(context.address()).failed();
      return failed ? 0 : context.get(JAVA_LONG, STACK_POINTER);
    }
  }

  /**
   * Gives back what the calling thread has touched between {@code bottom}, which lies within its
   * stack, and where its stack ends now.
   */
  static void release(long bottom) {
    long end = pointer() - MARGIN & -VirtualMemory.SYSTEM_PAGE;
    long start = bottom + VirtualMemory.SYSTEM_PAGE - 1 & -VirtualMemory.SYSTEM_PAGE;
    if (end <= start) { // a deep stack, or its end is not known
      return;
    }
    // A refusal does no harm: the pages stay.
    var _ = MADVISE.call(start, end - start, MADV_DONTNEED);
  }
}
