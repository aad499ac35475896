package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RemoteWords.Atomic;
import org.temoto.gas.spi.RemoteWords.Operation;
import org.temoto.gas.spi.SymmetricHeap;

/** The directory words of one memory: where they are, and the operations on them. */
public final class Directory {
  /** Word that no page has. */
  public static final long UNKNOWN = KnownWords.UNKNOWN;

  private static final VarHandle WORD = JAVA_LONG.varHandle();

  private final PageMap map;
  private final MemorySegment heap;
  private final long offset;
  private final int me;
  private final KnownWords known;

  /**
   * The words of a memory whose block stands at {@code block} of the heap. Every PE writes those
   * that it manages; a barrier has to follow.
   */
  public Directory(PageMap map, SymmetricHeap heap, HeapPlan plan, long block, int pes, int me) {
    this.map = map;
    this.known = new KnownWords(map, pes);
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

  /** Tells whether {@code word} names the home frame of the page. */
  public boolean isHome(int page, long word) {
    return DirectoryWord.sameLocation(word, DirectoryWord.of(0, map.manager(page), map.rank(page)));
  }

  /**
   * Reads the words of {@code count} ascending pages into {@code words} as they are now: own ones
   * directly, others by one non-blocking get per manager and run of its groups, all waited for
   * once.
   *
   * @return whether there was communication
   */
  public boolean read(StrandChannel port, int[] pages, int count, long[] words) {
    return read(port, pages, count, words, new long[count], Long.MAX_VALUE, KnownWords.NO_EPOCH);
  }

  /**
   * As {@link #read(StrandChannel, int[], int, long[])}, but of pages in their home frames as they
   * were in epoch {@code enough} or later, without a get if that is known.
   *
   * @param epochs the epoch for which each word is good
   * @param now the epoch, read before
   */
  public boolean read(
      StrandChannel port,
      int[] pages,
      int count,
      long[] words,
      long[] epochs,
      long enough,
      long now) {
    int remote = 0;
    for (int i = 0; i < count; i++) {
      epochs[i] = now;
      if (isOwn(pages[i])) {
        words[i] = ownWord(pages[i]);
      } else {
        known.read(map.manager(pages[i]), map.rank(pages[i]), enough, words, epochs, i);
        // mutant: known-away
        if (words[i] == UNKNOWN || !isHome(pages[i], words[i])) {
          words[i] = UNKNOWN;
          epochs[i] = now;
          remote++;
        }
      }
    }
    if (remote > 0) {
      readRemote(port, pages, byManager(pages, count, remote, words), words, now);
    }
    return remote > 0;
  }

  /**
   * The places in {@code pages} of those whose words are to be got, each with its manager in the
   * high half, ascending: so words that are neighbours come together, whatever the distribution.
   */
  private long[] byManager(int[] pages, int count, int remote, long[] words) {
    long[] order = new long[remote];
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (words[i] == UNKNOWN) {
        order[next++] = (long) map.manager(pages[i]) << Integer.SIZE | i;
      }
    }
    Arrays.sort(order);
    return order;
  }

  private void readRemote(StrandChannel port, int[] pages, long[] order, long[] words, long epoch) {
    int capacity = 0;
    for (int from = 0; from < order.length; from = runEnd(pages, order, from)) {
      capacity += groupsOf(pages, order, from) * KnownWords.GROUP;
    }
    MemorySegment buffer = port.words(capacity);
    int[] renewals = new int[capacity / KnownWords.GROUP];
    long at = 0;
    for (int from = 0; from < order.length; from = runEnd(pages, order, from)) {
      int manager = map.manager(pages[(int) order[from]]);
      int first = firstRank(pages, order, from);
      int groups = groupsOf(pages, order, from);
      for (int g = 0; g < groups; g++) {
        renewals[(int) at / KnownWords.GROUP + g] =
            known.renewals(manager, first + g * KnownWords.GROUP);
      }
      long bytes = (long) wordsOf(first, groups) * Long.BYTES;
      port.channel()
          .getNonBlocking(
              manager, offset + (long) first * Long.BYTES, buffer, at * Long.BYTES, bytes);
      at += (long) groups * KnownWords.GROUP;
    }
    port.channel().quiet();
    at = 0;
    for (int from = 0; from < order.length; ) {
      int end = runEnd(pages, order, from);
      int manager = map.manager(pages[(int) order[from]]);
      int first = firstRank(pages, order, from);
      int groups = groupsOf(pages, order, from);
      for (int k = from; k < end; k++) {
        long place = at + map.rank(pages[(int) order[k]]) - first;
        words[(int) order[k]] = buffer.getAtIndex(JAVA_LONG, place);
      }
      for (int g = 0; g < groups; g++) {
        int rank = first + g * KnownWords.GROUP;
        long start = at + (long) g * KnownWords.GROUP;
        MemorySegment group =
            buffer.asSlice(start * Long.BYTES, (long) wordsOf(rank, 1) * Long.BYTES);
        known.note(manager, rank, group, epoch, renewals[(int) at / KnownWords.GROUP + g]);
      }
      at += (long) groups * KnownWords.GROUP;
      from = end;
    }
  }

  /** The rank at which the group of place {@code at} in {@code order} begins. */
  private int firstRank(int[] pages, long[] order, int at) {
    int rank = map.rank(pages[(int) order[at]]);
    return rank - rank % KnownWords.GROUP;
  }

  /** The groups of the run from {@code from}. */
  private int groupsOf(int[] pages, long[] order, int from) {
    int last = firstRank(pages, order, runEnd(pages, order, from) - 1);
    return (last - firstRank(pages, order, from)) / KnownWords.GROUP + 1;
  }

  /** The words of so many groups: the last of a PE is shorter. */
  private int wordsOf(int first, int groups) {
    return Math.min(groups * KnownWords.GROUP, map.most() - first);
  }

  /** The end of the run from {@code from} in {@code order} whose groups one get reads. */
  private int runEnd(int[] pages, long[] order, int from) {
    int end = from + 1;
    while (end < order.length
        && order[end] >>> Integer.SIZE == order[from] >>> Integer.SIZE
        && firstRank(pages, order, end) - firstRank(pages, order, end - 1) <= KnownWords.GROUP) {
      end++;
    }
    return end;
  }

  /**
   * The word of a page of another PE as it was last seen, or at the start, if that names its home
   * frame; else {@link #UNKNOWN}. To put bytes there does no harm where the page has moved on.
   */
  public long lastSeen(int page) {
    int manager = map.manager(page);
    long word = known.last(manager, map.rank(page));
    if (word == UNKNOWN) {
      word = DirectoryWord.of(0, manager, map.rank(page));
    }
    return manager != me && isHome(page, word) ? word : UNKNOWN;
  }

  /** This PE has completed a commit of the page, or moved it, after which its word is this. */
  public void renew(int page, long word) {
    if (!isOwn(page)) {
      known.renew(map.manager(page), map.rank(page), word);
    }
  }

  /** One version more; returns the word as it was before. One atomic. */
  public long bump(Channel channel, int page) {
    return channel.fetchAdd(map.manager(page), wordOffset(page), DirectoryWord.ONE_VERSION);
  }

  /** An atomic that makes it one version more, for {@link Channel#atomics}. */
  public Atomic bump(int page) {
    return new Atomic(
        Operation.FETCH_ADD, map.manager(page), wordOffset(page), DirectoryWord.ONE_VERSION, 0);
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
    boolean swung =
        channel.compareAndSwap(map.manager(page), wordOffset(page), expected, value) == expected;
    if (swung) {
      renew(page, value);
    }
    return swung;
  }
}
