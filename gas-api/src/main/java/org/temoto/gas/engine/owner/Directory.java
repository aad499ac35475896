package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.engine.transfer.Port;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.SymmetricHeap;

/** The directory words of one memory: where they are, and the operations on them. */
public final class Directory {
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  /**
   * Words between two that are wanted which are read along, because one get is cheaper than two.
   */
  private static final int WORTH_READING_ALONG = 16;

  private final PageMap map;
  private final MemorySegment heap;
  private final long offset;
  private final int me;

  /** Collective: every PE writes the words that it manages; a barrier has to follow. */
  public Directory(PageMap map, SymmetricHeap heap, int me) {
    this.map = map;
    this.heap = heap.segment();
    this.me = me;
    this.offset = heap.allocate((long) map.most() * Long.BYTES, 128);
    for (int page = 0; page < map.pages(); page++) {
      if (map.manager(page) == me) {
        WORD.setRelease(this.heap, wordOffset(page), DirectoryWord.of(0, me, map.rank(page)));
      }
    }
  }

  public void free(SymmetricHeap heap) {
    heap.free(offset);
  }

  public PageMap map() {
    return map;
  }

  private long wordOffset(int page) {
    return offset + (long) map.rank(page) * Long.BYTES;
  }

  /**
   * The word of a page that this PE manages; acquire, so that what was released before the word is
   * seen after it.
   */
  public long ownWord(int page) {
    return (long) WORD.getAcquire(heap, wordOffset(page));
  }

  /** The word of any page: one fetch if it is another PE's. */
  public long word(Channel channel, int page) {
    int manager = map.manager(page);
    return manager == me ? ownWord(page) : channel.fetch(manager, wordOffset(page));
  }

  /**
   * Reads the words of {@code count} ascending pages into {@code words}: own ones directly, others
   * by one non-blocking get per manager and run, all waited for once.
   *
   * @return whether there was communication
   */
  public boolean read(Port port, int[] pages, int count, long[] words) {
    int remote = 0;
    int lastRemote = -1;
    for (int i = 0; i < count; i++) {
      if (map.manager(pages[i]) == me) {
        words[i] = ownWord(pages[i]);
      } else {
        remote++;
        lastRemote = i;
      }
    }
    if (remote == 1) {
      words[lastRemote] = word(port.channel(), pages[lastRemote]);
    } else if (remote > 1) {
      readRemote(port, pages, count, words);
    }
    return remote > 0;
  }

  private void readRemote(Port port, int[] pages, int count, long[] words) {
    int capacity = 0;
    for (int i = 0; i < count; i = runEnd(pages, count, i)) {
      capacity += span(pages, i, runEnd(pages, count, i));
    }
    MemorySegment buffer = port.words(capacity);
    long at = 0;
    for (int i = 0; i < count; ) {
      int end = runEnd(pages, count, i);
      int manager = map.manager(pages[i]);
      long bytes = (long) span(pages, i, end) * Long.BYTES;
      if (manager != me) {
        port.channel().getNonBlocking(manager, wordOffset(pages[i]), buffer, at, bytes);
      }
      at += bytes;
      i = end;
    }
    port.channel().quiet();
    at = 0;
    for (int i = 0; i < count; ) {
      int end = runEnd(pages, count, i);
      if (map.manager(pages[i]) != me) {
        for (int k = i; k < end; k++) {
          int distance = map.rank(pages[k]) - map.rank(pages[i]);
          words[k] = buffer.get(JAVA_LONG, at + (long) distance * Long.BYTES);
        }
      }
      at += (long) span(pages, i, end) * Long.BYTES;
      i = end;
    }
  }

  private int span(int[] pages, int from, int to) {
    return map.rank(pages[to - 1]) - map.rank(pages[from]) + 1;
  }

  /** The end of the run of pages from {@code from} whose words one get reads. */
  private int runEnd(int[] pages, int count, int from) {
    int end = from + 1;
    while (end < count
        && map.manager(pages[end]) == map.manager(pages[from])
        && map.rank(pages[end]) - map.rank(pages[end - 1]) <= WORTH_READING_ALONG) {
      end++;
    }
    return end;
  }

  /** One version more; returns the word as it was before. One atomic. */
  public long bump(Channel channel, int page) {
    return channel.fetchAdd(map.manager(page), wordOffset(page), DirectoryWord.ONE_VERSION);
  }

  /** Puts {@code value} in place of {@code expected}; whether it was there. One atomic. */
  public boolean swing(Channel channel, int page, long expected, long value) {
    return channel.compareAndSwap(map.manager(page), wordOffset(page), expected, value) == expected;
  }
}
