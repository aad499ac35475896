package org.temoto.gas.spi;

import java.lang.foreign.MemorySegment;

/**
 * Memory that every PE has at the same offsets and that every PE can reach by one-sided operations
 * (OpenSHMEM 1.4, section 2). An address in it is a pair of PE and offset.
 */
public interface SymmetricHeap {
  /** The capacity of this PE's part in bytes. */
  long size();

  /** As {@link #allocate(long, long, String)}, for what has no name. */
  default long allocate(long bytes, long alignment) {
    return allocate(bytes, alignment, "");
  }

  /**
   * Reserves {@code bytes} zeroed bytes at the same offset on every PE. Collective: every PE makes
   * the same calls in the same order; a call that differs from that of PE 0 is refused, on the PEs
   * that make it at least. Contains two barriers.
   *
   * @param alignment a power of two
   * @param what what the bytes are for, the same on every PE: compared, and named in refusals
   * @return the offset
   * @throws org.temoto.gas.GasException if PE 0 makes another call
   * @throws org.temoto.gas.GasException if the heap is exhausted, naming what was asked, what is
   *     free and the option
   */
  long allocate(long bytes, long alignment, String what);

  /**
   * Gives back what {@link #allocate} returned. Collective; contains a barrier before anything is
   * reused.
   */
  void free(long offset);

  /**
   * So many bytes of the pages that a PE manages may be put into physical memory as memories are
   * allocated, and not when they are first touched.
   */
  long prefaulted();

  /** This PE's own part; global scope, never closed while the job runs. */
  MemorySegment segment();

  /**
   * Maps {@code bytes} of the heap of {@code pe} at {@code offset} a second time, at {@code
   * address}, replacing the reservation there; loads and stores through either address reach the
   * same memory. Offset, length and address are multiples of the system's page size.
   *
   * @return false if the platform cannot do it for this PE; nothing is changed then
   */
  boolean alias(int pe, long offset, long bytes, long address);
}
