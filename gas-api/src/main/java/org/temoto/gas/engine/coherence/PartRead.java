package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.Port;

/**
 * A read of a part of a page at its owner. What the reader must see had been released before its
 * last acquire, so it is where the directory word says, which is read now; a page that moves
 * meanwhile leaves these bytes in its old frame, which is not used again before the read is over.
 */
record PartRead(Port port, PagedMemory memory) {
  /** False if the bytes are in the view memory of this PE. */
  boolean read(int page, long from, MemorySegment to) {
    long start = port.pe().clock().now();
    long bytesBefore = port.counters().bytesFetched;
    int place = memory.frames().use().begin(port);
    try {
      long word = memory.directory().word(port.channel(), page);
      int owner = DirectoryWord.owner(word);
      if (memory.isInPlace(page, word) && (!memory.isIdentity() || owner == port.rank())) {
        return false;
      }
      if (memory.isIdentity()) {
        port.channel().touch(owner, to.byteSize());
        to.copyFrom(memory.view().segment().asSlice(from, to.byteSize()));
      } else {
        get(owner, place(page, word, from), to);
      }
      count(owner, to.byteSize());
    } finally {
      memory.frames().use().end(place);
    }
    port.fetched(start, bytesBefore);
    return true;
  }

  private long place(int page, long word, long from) {
    return memory.frames().heapOffset(DirectoryWord.frame(word)) + from - memory.pageStart(page);
  }

  private void get(int owner, long offset, MemorySegment to) {
    MemorySegment buffer = port.pages(to.byteSize()); // the reader's may be on the Java heap
    port.channel().get(owner, offset, buffer, 0, to.byteSize());
    to.copyFrom(buffer.asSlice(0, to.byteSize()));
  }

  private void count(int owner, long bytes) {
    if (owner == port.rank()) {
      port.counters().bytesCopied += bytes;
    } else {
      port.counters().bytesFetched += bytes;
    }
  }
}
