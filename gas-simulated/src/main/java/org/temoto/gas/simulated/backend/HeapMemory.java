package org.temoto.gas.simulated.backend;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.Bounds;

/**
 * The memory behind the heaps of all PEs: one shared mapping each, which takes physical memory as
 * it is touched, or filled in when it is allocated.
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
    } catch (GasException e) {
      close();
      throw RefusedException.byOption(
          "heapBytes",
          "%s heaps of %s bytes do not fit into the addresses of this process"
              .formatted(pes, this.bytes),
          e);
    }
  }

  long bytes() {
    return bytes;
  }

  MemorySegment segment(int pe) {
    return segments[pe];
  }

  /**
   * The place where {@code length} bytes at {@code offset} of a PE's heap are; throws if they are
   * not.
   */
  long address(int pe, long offset, long length) {
    Bounds.requireRemote(pe, bases.length, offset, length, bytes);
    return bases[pe] + offset;
  }

  /** The place where an aligned word of a PE's heap is. */
  long word(int pe, long offset) {
    Bounds.requireWord(offset);
    return address(pe, offset, Long.BYTES);
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
