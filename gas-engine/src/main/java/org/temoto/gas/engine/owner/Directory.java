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
  private static final int[] NONE = {};

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
   * were in epoch {@code enough} or later, without a get if that is known; reads ahead of a walk.
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
    int unknown = 0;
    int group = 0;
    int page = 0;
    boolean several = false;
    for (int i = 0; i < count; i++) {
      epochs[i] = now;
      if (isOwn(pages[i])) {
        words[i] = ownWord(pages[i]);
        continue;
      }
      known.read(pages[i], enough, words, epochs, i);
      // mutant: known-away
      if (words[i] == UNKNOWN || !isHome(pages[i], words[i])) {
        words[i] = UNKNOWN;
        epochs[i] = now;
        page = pages[i];
        int own = known.group(page);
        several |= unknown++ > 0 && own != group;
        group = own;
      }
    }
    if (several) {
      readGroups(port, pages, count, words, now);
    } else if (unknown > 0) {
      readGroup(port, page, known.reach(group, enough), pages, count, words, now);
    }
    return unknown > 0;
  }

  /** Gets the group of {@code page}, which has all unknown words, and those after it. */
  private void readGroup(
      StrandChannel port, int page, int groups, int[] pages, int count, long[] words, long epoch) {
    MemorySegment buffer = port.words(groups * KnownWords.GROUP);
    int group = known.group(page);
    int renewals = known.renewals(group);
    int[] later = groups == 1 ? NONE : renewals(group + 1, groups - 1);
    int rank = map.rank(page) & -KnownWords.GROUP;
    long place = offset + (long) rank * Long.BYTES;
    port.channel().get(map.manager(page), place, buffer, 0, bytesFrom(rank, groups));
    for (int i = 0; i < count; i++) {
      if (words[i] == UNKNOWN) {
        words[i] = buffer.getAtIndex(JAVA_LONG, KnownWords.place(map.rank(pages[i])));
      }
    }
    known.note(group, buffer, 0, epoch, renewals);
    for (int k = 0; k < later.length; k++) {
      known.note(group + 1 + k, buffer, 1 + k, epoch, later[k]);
    }
  }

  private int[] renewals(int group, int count) {
    int[] renewals = new int[count];
    Arrays.setAll(renewals, k -> known.renewals(group + k));
    return renewals;
  }

  /** Gets the groups of the words that are unknown, neighbours together. */
  private void readGroups(StrandChannel port, int[] pages, int count, long[] words, long epoch) {
    int[] groups = unknownGroups(pages, count, words);
    MemorySegment buffer = port.words(groups.length * KnownWords.GROUP);
    int[] renewals = new int[groups.length];
    Arrays.setAll(renewals, k -> known.renewals(groups[k]));
    for (int from = 0, end; from < groups.length; from = end) {
      end = from + 1;
      while (end < groups.length && known.isNext(groups[end], groups[end - 1])) {
        end++;
      }
      int first = groups[from];
      long at = (long) from * KnownWords.GROUP_BYTES;
      long bytes = bytesFrom(known.firstRank(first), end - from);
      port.channel().getNonBlocking(known.manager(first), placeOf(first), buffer, at, bytes);
    }
    port.channel().quiet();
    for (int i = 0; i < count; i++) {
      if (words[i] == UNKNOWN) {
        int at = Arrays.binarySearch(groups, known.group(pages[i])) * KnownWords.GROUP;
        words[i] = buffer.getAtIndex(JAVA_LONG, at + KnownWords.place(map.rank(pages[i])));
      }
    }
    for (int k = 0; k < groups.length; k++) {
      known.note(groups[k], buffer, k, epoch, renewals[k]);
    }
  }

  private long placeOf(int group) {
    return offset + (long) known.firstRank(group) * Long.BYTES;
  }

  /** Bytes of the words of {@code count} groups that follow each other on one PE. */
  private long bytesFrom(int firstRank, int count) {
    return (long) Math.min(count * KnownWords.GROUP, map.most() - firstRank) * Long.BYTES;
  }

  /** The groups of the words that are unknown, ascending, each once. */
  private int[] unknownGroups(int[] pages, int count, long[] words) {
    int[] groups = new int[count];
    int unknown = 0;
    for (int i = 0; i < count; i++) {
      if (words[i] == UNKNOWN) {
        groups[unknown++] = known.group(pages[i]);
      }
    }
    Arrays.sort(groups, 0, unknown);
    int distinct = 0;
    for (int k = 0; k < unknown; k++) {
      if (distinct == 0 || groups[k] != groups[distinct - 1]) {
        groups[distinct++] = groups[k];
      }
    }
    return Arrays.copyOf(groups, distinct);
  }

  /**
   * The word of a page of another PE as it was last seen, or at the start, if that names its home
   * frame; else {@link #UNKNOWN}. To put bytes there does no harm where the page has moved on.
   */
  public long lastSeen(int page) {
    if (isOwn(page)) {
      return UNKNOWN;
    }
    long word = known.last(page);
    if (word == UNKNOWN) {
      return DirectoryWord.of(0, map.manager(page), map.rank(page));
    }
    return isHome(page, word) ? word : UNKNOWN;
  }

  /** This PE has completed a commit of the page, or moved it, after which its word is this. */
  public void renew(int page, long word) {
    if (!isOwn(page)) {
      known.renew(page, word);
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
