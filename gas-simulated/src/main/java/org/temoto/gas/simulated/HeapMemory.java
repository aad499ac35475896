package org.temoto.gas.simulated;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.VirtualMemory;

/**
 * The memory behind the heaps of all PEs: one shared mapping each, which takes physical memory as
 * it is touched.
 */
final class HeapMemory implements AutoCloseable {
  private final long bytes;
  private final MemorySegment[] segments;
  private final long[] bases;

  /** {@code bytes} per PE, rounded up to whole system pages. */
  HeapMemory(int pes, long bytes) {
    this.bytes = bytes + VirtualMemory.SYSTEM_PAGE - 1 & -VirtualMemory.SYSTEM_PAGE;
    segments = new MemorySegment[pes];
    bases = new long[pes];
    try {
      for (int pe = 0; pe < pes; pe++) {
        segments[pe] = VirtualMemory.reserveShared(this.bytes);
        bases[pe] = segments[pe].address();
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  long bytes() {
    return bytes;
  }

  MemorySegment segment(int pe) {
    return segments[pe];
  }

  /** Where {@code length} bytes at {@code offset} of a PE's heap are; throws if they are not. */
  long address(int pe, long offset, long length) {
    if (pe < 0 || pe >= bases.length) {
      throw new IndexOutOfBoundsException("pe=" + pe + " is none of the job's " + bases.length);
    }
    if ((offset | length) < 0 || length > bytes - offset) {
      throw outside(pe, offset, length);
    }
    return bases[pe] + offset;
  }

  /** Where an aligned word of a PE's heap is. */
  long word(int pe, long offset) {
    if ((offset & Long.BYTES - 1) != 0) {
      throw new IllegalArgumentException(
          "offset=" + offset + " of an atomic must be a multiple of " + Long.BYTES);
    }
    return address(pe, offset, Long.BYTES);
  }

  private IndexOutOfBoundsException outside(int pe, long offset, long length) {
    return new IndexOutOfBoundsException(
        length
            + " bytes at offset="
            + offset
            + " are outside the heap of "
            + bytes
            + " bytes of PE "
            + pe);
  }

  @Override
  public void close() {
    for (int pe = 0; pe < segments.length; pe++) {
      if (segments[pe] != null) {
        VirtualMemory.unmap(segments[pe]);
        segments[pe] = null;
      }
    }
  }
}
