package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;

/** Run of puts of committed bytes, which joins those whose source and target are neighbours. */
final class PutRun {
  private final StrandChannel port;
  private final Channel channel;
  private PagedMemory memory;
  private MemorySegment committed;
  private int owner;
  private long target;
  private long source;
  private long bytes;

  PutRun(StrandChannel port, Channel channel) {
    this.port = port;
    this.channel = channel;
  }

  void add(PagedMemory from, int page, long word, int low, int high) {
    int pe = DirectoryWord.owner(word);
    long to = from.frames().heapOffset(DirectoryWord.frame(word)) + low;
    long at = from.pageStart(page) + low;
    MemorySegment segment = from.committed(page);
    if (from != memory
        || !segment.equals(committed)
        || pe != owner
        || to != target + bytes
        || at != source + bytes) {
      flush();
      memory = from;
      committed = segment;
      owner = pe;
      target = to;
      source = at;
    }
    bytes += high - low;
  }

  /** Identity buffers: the bytes are there already; what their transfer would take is charged. */
  void touch(int pe, long count) {
    if (pe != port.rank()) {
      port.channel().touch(pe, count);
      port.counters().bytesCommitted += count;
    }
  }

  /** Starts what has been gathered. */
  void flush() {
    if (bytes > 0) {
      // mutant: unordered-recommit/6, unordered-recommit/7
      channel.putNonBlocking(owner, target, committed, source, bytes);
      if (owner == port.rank()) {
        port.counters().bytesCopied += bytes;
      } else {
        port.counters().bytesCommitted += bytes;
      }
      bytes = 0;
    }
  }
}
