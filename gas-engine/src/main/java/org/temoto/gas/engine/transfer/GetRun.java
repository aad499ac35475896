package org.temoto.gas.engine.transfer;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.spi.Channel;

/** Run of gets, which joins those whose source and target are neighbours. */
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

  /**
   * The {@code blocks} of a page that begins at {@code from} in the heap of {@code pe}, each to its
   * place in a page that begins at {@code at}.
   */
  public void addBlocks(
      int pe, long from, MemorySegment segment, long at, long blocks, int blockShift) {
    for (long left = blocks; left != PageBlocks.NONE; ) {
      int end = PageBlocks.firstEnd(left);
      long begin = (long) PageBlocks.first(left) << blockShift;
      add(pe, from + begin, segment, at + begin, ((long) end << blockShift) - begin);
      left = PageBlocks.from(end, left);
    }
  }

  /** As {@link #addBlocks}, to places one after the other from {@code at} on. */
  public void addPacked(
      int pe, long from, MemorySegment segment, long at, long blocks, int blockShift) {
    long packed = at;
    for (long left = blocks; left != PageBlocks.NONE; ) {
      int end = PageBlocks.firstEnd(left);
      long begin = (long) PageBlocks.first(left) << blockShift;
      long bytes = ((long) end << blockShift) - begin;
      add(pe, from + begin, segment, packed, bytes);
      packed += bytes;
      left = PageBlocks.from(end, left);
    }
  }

  /** Starts what has been gathered. */
  public void flush() {
    if (bytes > 0) {
      channel.getNonBlocking(owner, source, to, target, bytes);
      bytes = 0;
    }
  }
}
