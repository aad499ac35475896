package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.engine.transfer.StrandChannel;
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

  /**
   * The words of a memory whose block stands at {@code block} of the heap. Every PE writes those
   * that it manages; a barrier has to follow.
   */
  public Directory(PageMap map, SymmetricHeap heap, HeapPlan plan, long block, int me) {
    this.map = map;
    this.heap = heap.segment();
    this.me = me;
    this.offset = block + plan.directory();
    for (int page = 0; page < map.pages(); page++) {
      if (map.manager(page) == me) {
        WORD.setRelease(this.heap, wordOffset(page), DirectoryWord.of(0, me, map.rank(page)));
      }
    }
  }

  /** Place of the words in the symmetric heap, the same on every PE; no two memories share it. */
  public long offset() {
    return offset;
  }

  public PageMap map() {
    return map;
  }

  /** Tells whether this PE holds the word of the page. */
  public boolean isOwn(int page) {
    return map.manager(page) == me;
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
   * by one non-blocking get per manager and run of its words, all waited for once.
   *
   * @return whether there was communication
   */
  public boolean read(StrandChannel port, int[] pages, int count, long[] words) {
    int remote = 0;
    int lastRemote = -1;
    for (int i = 0; i < count; i++) {
      if (isOwn(pages[i])) {
        words[i] = ownWord(pages[i]);
      } else {
        remote++;
        lastRemote = i;
      }
    }
    if (remote == 1) {
      words[lastRemote] = word(port.channel(), pages[lastRemote]);
    } else if (remote > 1) {
      readRemote(port, pages, byManager(pages, count, remote), words);
    }
    return remote > 0;
  }

  /**
   * The places in {@code pages} of those that other PEs manage, each with its manager in the high
   * half, ascending: so words that are neighbours come together, whatever the distribution.
   */
  private long[] byManager(int[] pages, int count, int remote) {
    long[] order = new long[remote];
    int next = 0;
    for (int i = 0; i < count; i++) {
      int manager = map.manager(pages[i]);
      if (manager != me) {
        order[next++] = (long) manager << Integer.SIZE | i;
      }
    }
    Arrays.sort(order);
    return order;
  }

  private void readRemote(StrandChannel port, int[] pages, long[] order, long[] words) {
    int capacity = 0;
    for (int from = 0; from < order.length; from = runEnd(pages, order, from)) {
      capacity += span(pages, order, from, runEnd(pages, order, from));
    }
    MemorySegment buffer = port.words(capacity);
    long at = 0;
    for (int from = 0; from < order.length; ) {
      int end = runEnd(pages, order, from);
      long bytes = (long) span(pages, order, from, end) * Long.BYTES;
      int first = pages[(int) order[from]];
      port.channel().getNonBlocking(map.manager(first), wordOffset(first), buffer, at, bytes);
      at += bytes;
      from = end;
    }
    port.channel().quiet();
    at = 0;
    for (int from = 0; from < order.length; ) {
      int end = runEnd(pages, order, from);
      for (int k = from; k < end; k++) {
        int distance = span(pages, order, from, k + 1) - 1;
        words[(int) order[k]] = buffer.get(JAVA_LONG, at + (long) distance * Long.BYTES);
      }
      at += (long) span(pages, order, from, end) * Long.BYTES;
      from = end;
    }
  }

  /** The number of words of one manager from the first to the last of a run. */
  private int span(int[] pages, long[] order, int from, int to) {
    return map.rank(pages[(int) order[to - 1]]) - map.rank(pages[(int) order[from]]) + 1;
  }

  /** The end of the run from {@code from} in {@code order} whose words one get reads. */
  private int runEnd(int[] pages, long[] order, int from) {
    int end = from + 1;
    while (end < order.length
        && order[end] >>> Integer.SIZE == order[from] >>> Integer.SIZE
        && span(pages, order, end - 1, end + 1) - 1 <= WORTH_READING_ALONG) {
      end++;
    }
    return end;
  }

  /** One version more; returns the word as it was before. One atomic. */
  public long bump(Channel channel, int page) {
    return channel.fetchAdd(map.manager(page), wordOffset(page), DirectoryWord.ONE_VERSION);
  }

  /**
   * One version more, complete after the channel's next quiet: for many pages at once, where {@link
   * #bump} would wait for each.
   */
  public void startBump(Channel channel, int page) {
    channel.add(map.manager(page), wordOffset(page), DirectoryWord.ONE_VERSION);
  }

  /** Puts {@code value} in place of {@code expected}; whether it was there. One atomic. */
  public boolean swing(Channel channel, int page, long expected, long value) {
    return channel.compareAndSwap(map.manager(page), wordOffset(page), expected, value) == expected;
  }
}
