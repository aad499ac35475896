package org.temoto.gas.engine.memory;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.VirtualMemory;

/**
 * One PE's reservation of addresses for a whole memory: byte b of the memory, if it is here, stands
 * at base + b.
 */
public final class ViewMemory implements AutoCloseable {
  private final MemorySegment segment;
  private boolean closed;

  public ViewMemory(long bytes) {
    segment =
        VirtualMemory.reserve(
            Math.ceilDiv(bytes, VirtualMemory.SYSTEM_PAGE) * VirtualMemory.SYSTEM_PAGE);
  }

  public MemorySegment segment() {
    return segment;
  }

  public long base() {
    return segment.address();
  }

  /** Returns the memory behind [{@code offset}, {@code offset + bytes}) to the system. */
  public void discard(long offset, long bytes) {
    VirtualMemory.discard(base() + offset, bytes);
  }

  /** Gives back the addresses; nobody may use them any more. Closing twice is harmless. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      VirtualMemory.unmap(segment);
    }
  }
}
