package org.temoto.gas.engine.transfer;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;

/** Starts gets, joining those whose source and target are neighbours. */
public final class GetRun {
  private Channel channel;
  private int owner;
  private long source;
  private MemorySegment to;
  private long target;
  private long bytes;

  /** From now on on {@code other}, with nothing gathered. */
  public void use(Channel other) {
    channel = other;
    bytes = 0;
  }

  /** {@code count} bytes at {@code from} in the heap of {@code pe}. */
  public void add(int pe, long from, MemorySegment segment, long at, long count) {
    if (bytes == 0
        || pe != owner
        || !segment.equals(to)
        || from != source + bytes
        || at != target + bytes) {
      flush();
      owner = pe;
      source = from;
      to = segment;
      target = at;
    }
    bytes += count;
  }

  /** Starts what has been gathered. */
  public void flush() {
    if (bytes > 0) {
      channel.getNonBlocking(owner, source, to, target, bytes);
      bytes = 0;
    }
  }
}
