package org.temoto.gas.engine.transfer;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.VirtualMemory;

/**
 * What transfers need that go on while their strand computes: a channel of their own, so that no
 * quiet of the strand's waits for them, and a buffer. Taken from {@link Carriers}; used by one
 * strand at a time.
 */
public final class Carrier {
  private final Channel channel;
  private MemorySegment buffer = VirtualMemory.reserve(VirtualMemory.SYSTEM_PAGE);

  Carrier(Channel channel) {
    this.channel = channel;
  }

  public Channel channel() {
    return channel;
  }

  /** At least {@code bytes}; its contents are undefined. Only while nothing is on its way to it. */
  public MemorySegment buffer(long bytes) {
    buffer = Port.grown(buffer, bytes);
    return buffer;
  }

  void release() {
    VirtualMemory.unmap(buffer);
  }
}
