package org.temoto.gas.simulated;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.Bounds;

/**
 * The memory behind the heaps of all PEs: one shared mapping each, which takes physical memory as
 * it is touched; where computing is measured, as it is allocated.
 */
final class HeapMemory implements AutoCloseable {
  /**
   * What is allocated beyond, by all PEs, waits for being touched: it may be more than there is.
   */
  private static final long MOST_AT_HAND = 1L << 30;

  private final long bytes;
  private final MemorySegment[] segments;
  private final long[] bases;

  /** How far into its heap each PE's memory may be at hand before it is touched. */
  private final long atHand;

  /**
   * {@code bytes} per PE, rounded up to whole system pages.
   *
   * @param isMeasured whether computing is: a cluster's heap is registered with its network, and
   *     takes no page faults
   */
  HeapMemory(int pes, long bytes, boolean isMeasured) {
    atHand = isMeasured ? MOST_AT_HAND / pes : 0;
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
          "%d heaps of %d bytes do not fit into the addresses of this process"
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

  /** A PE has allocated a range, which is zero; called by that PE before others use it. */
  void allocated(int pe, long offset, long length) {
    long end = Math.min(offset + length, atHand);
    for (long at = offset; at < end; at = (at | VirtualMemory.SYSTEM_PAGE - 1) + 1) {
      segments[pe].set(JAVA_BYTE, at, (byte) 0);
    }
  }

  /** Where {@code length} bytes at {@code offset} of a PE's heap are; throws if they are not. */
  long address(int pe, long offset, long length) {
    Bounds.requireRemote(pe, bases.length, offset, length, bytes);
    return bases[pe] + offset;
  }

  /** Where an aligned word of a PE's heap is. */
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
