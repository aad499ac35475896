package org.temoto.gas.engine;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.SharedWords;
import org.temoto.gas.engine.owner.PageMap;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.MemorySupport;
import org.temoto.gas.spi.ProcessingElement;

/** The words of a memory, each in the home frame of its page, where it stays. */
final class Words implements SharedWords {
  private static final VarHandle WORD = JAVA_LONG.varHandle();
  private static final int WORD_BITS = 3;

  private final MemoryHandle memory;
  private final MemorySegment own;
  private final int rank;
  private final PageMap map;
  private final int wordShift;

  Words(MemoryHandle memory, ProcessingElement pe) {
    this.memory = memory;
    this.own = pe.heap().segment();
    this.rank = pe.rank();
    this.map = memory.paged().directory().map();
    this.wordShift = memory.paged().pageShift() - WORD_BITS;
  }

  @Override
  public long count() {
    return memory.byteSize() / Long.BYTES;
  }

  @Override
  public int home(long index) {
    return map.manager(page(index));
  }

  @Override
  public long read(long index) {
    StrandChannel port = memory.strand().port();
    int page = page(index);
    int home = map.manager(page);
    if (home != rank) {
      long start = port.pe().clock().now();
      MemorySegment buffer = port.words(1);
      // An atomic of the network could write back a word that the CPU of its PE stores to.
      port.channel().get(home, at(page, index), buffer, 0, Long.BYTES);
      port.accessedWords(start);
      return buffer.get(JAVA_LONG, 0);
    }
    port.pe().strands().polled(); // a strand that reads until the word changes lets others go on
    // opaque: another PE changes it meanwhile, and nothing else is read because of it
    return (long) WORD.getOpaque(own, at(page, index));
  }

  @Override
  public void read(long from, long[] to) {
    StrandChannel port = memory.strand().port();
    requireInside(from, to.length);
    for (int done = 0; done < to.length; ) {
      long index = from + done;
      int page = page(index);
      int some = Math.min(leftInPage(index), to.length - done);
      MemorySegment buffer = port.words(some);
      int home = map.manager(page);
      long start = begin(port, home);
      port.channel().get(home, at(page, index), buffer, 0, (long) some * Long.BYTES);
      end(port, home, start);
      MemorySegment.copy(buffer, JAVA_LONG, 0, to, done, some);
      done += some;
    }
  }

  @Override
  public void write(long from, long[] values) {
    StrandChannel port = memory.strand().port();
    requireInside(from, values.length);
    int last = rank;
    long start = 0;
    for (int done = 0; done < values.length; ) {
      long index = from + done;
      int page = page(index);
      int some = Math.min(leftInPage(index), values.length - done);
      MemorySegment buffer = port.words(some);
      MemorySegment.copy(values, done, buffer, JAVA_LONG, 0, some);
      int home = map.manager(page);
      start = last == rank ? begin(port, home) : start;
      port.channel().put(home, at(page, index), buffer, 0, (long) some * Long.BYTES);
      last = home == rank ? last : home;
      done += some;
    }
    port.channel().quiet();
    end(port, last, start);
  }

  /** The moment at which words of {@code home} are accessed, if that is another PE. */
  private long begin(StrandChannel port, int home) {
    return home == rank ? 0 : port.pe().clock().now();
  }

  private void end(StrandChannel port, int home, long start) {
    if (home != rank) {
      port.accessedWords(start);
    }
  }

  /** As {@link MemorySupport#writeWords}. */
  void writeAll(long[] at, long[][] values) {
    StrandChannel port = memory.strand().port();
    int all = 0;
    for (int i = 0; i < at.length; i++) {
      requireInside(at[i], values[i].length);
      all += values[i].length;
    }
    MemorySegment buffer = port.words(all);
    int last = rank;
    long start = 0;
    long place = 0;
    for (int i = 0; i < at.length; i++) {
      MemorySegment.copy(values[i], 0, buffer, JAVA_LONG, place, values[i].length);
      for (int done = 0; done < values[i].length; ) {
        long index = at[i] + done;
        int page = page(index);
        int some = Math.min(leftInPage(index), values[i].length - done);
        long bytes = (long) some * Long.BYTES;
        int home = map.manager(page);
        start = last == rank ? begin(port, home) : start;
        port.channel().putNonBlocking(home, at(page, index), buffer, place, bytes);
        last = home == rank ? last : home;
        place += bytes;
        done += some;
      }
    }
    port.channel().quiet();
    end(port, last, start);
  }

  private void requireInside(long from, int words) {
    if (from < 0 || from > count() - words) {
      throw new IndexOutOfBoundsException(
          words + " words from " + from + " on are outside " + describe());
    }
  }

  private int leftInPage(long index) {
    return (1 << wordShift) - inPage(index);
  }

  @Override
  public long fetchAdd(long index, long delta) {
    StrandChannel port = memory.strand().port();
    int page = page(index);
    int home = map.manager(page);
    long start = begin(port, home);
    long before = port.channel().fetchAdd(home, at(page, index), delta);
    end(port, home, start);
    return before;
  }

  @Override
  public long compareAndSwap(long index, long expected, long value) {
    StrandChannel port = memory.strand().port();
    int page = page(index);
    int home = map.manager(page);
    long start = begin(port, home);
    long before = port.channel().compareAndSwap(home, at(page, index), expected, value);
    end(port, home, start);
    return before;
  }

  @Override
  public long getAcquire(long index) {
    long value = read(index);
    memory.strand().acquireAll();
    return value;
  }

  @Override
  public void setRelease(long index, long value) {
    page(index); // refused before anything is released
    memory.strand().releaseAll();
    StrandChannel port = memory.strand().port();
    int page = page(index);
    int home = map.manager(page);
    long start = begin(port, home);
    port.channel().swap(home, at(page, index), value);
    end(port, home, start);
  }

  /** Copies the words from the start of {@code page} on, which are all of this PE. */
  void save(int page, MemorySegment to) {
    forEachOwn(page, to, (at, place) -> to.set(JAVA_LONG, place, (long) WORD.getOpaque(own, at)));
  }

  /** Writes words as {@link #save} reads them; complete when it returns. */
  void load(int page, MemorySegment from) {
    Channel channel = memory.strand().port().channel();
    forEachOwn(page, from, (at, place) -> channel.set(rank, at, from.get(JAVA_LONG, place)));
    channel.quiet();
  }

  private interface Word {
    void at(long heapOffset, long place);
  }

  private void forEachOwn(int page, MemorySegment bytes, Word action) {
    long first = (long) page * memory.pageSize() / Long.BYTES;
    for (long i = 0; i < bytes.byteSize() / Long.BYTES; i++) {
      long index = first + i;
      action.at(at(page(index), index), i * Long.BYTES);
    }
  }

  /** The page of a word, which has to be there. */
  private int page(long index) {
    if (index < 0 || index >= count()) {
      throw new IndexOutOfBoundsException("word " + index + " is outside " + describe());
    }
    return (int) (index >>> wordShift);
  }

  private int inPage(long index) {
    return (int) index & (1 << wordShift) - 1;
  }

  private String describe() {
    return "memory \"" + memory.name() + "\" of " + count() + " words";
  }

  private long at(int page, long index) {
    return memory.paged().frames().heapOffset(map.rank(page)) + (long) inPage(index) * Long.BYTES;
  }
}
