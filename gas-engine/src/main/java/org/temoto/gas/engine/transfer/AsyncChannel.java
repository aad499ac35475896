package org.temoto.gas.engine.transfer;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Channel and buffer of transfers that go on while their strand computes: the channel is their own,
 * so that no quiet of the strand's waits for them. Taken from {@link AsyncChannelPool}; used by one
 * strand at a time.
 */
public final class AsyncChannel {
  /** Larger buffers are not kept while nothing travels, in bytes. */
  private static final long MOST_KEPT = 4 << 20;

  private final Channel channel;

  /** Bytes of it that {@link AsyncChannelPool} counts as travelling. */
  private long charged;

  /** Buffer, of no bytes until a strand needs it: reads have a place for theirs. */
  private MemorySegment buffer = MemorySegment.NULL;

  AsyncChannel(Channel channel) {
    this.channel = channel;
  }

  public Channel channel() {
    return channel;
  }

  /** At least {@code bytes}; its contents are undefined. Only while nothing is on its way to it. */
  public MemorySegment buffer(long bytes) {
    buffer = StrandChannel.grown(buffer, bytes);
    return buffer;
  }

  long charged() {
    return charged;
  }

  void charge(long bytes) {
    charged = bytes;
  }

  /** It is not used for now. */
  void rest() {
    if (buffer.byteSize() > MOST_KEPT) {
      release();
    }
  }

  void release() {
    MemorySegment unused = buffer;
    buffer = MemorySegment.NULL;
    VirtualMemory.unmap(unused);
  }
}
