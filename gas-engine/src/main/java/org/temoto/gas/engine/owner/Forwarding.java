package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Area of one memory in each PE's symmetric heap through which the readers of a page hand it on to
 * each other, so that its owner sends it once and not to each of them.
 *
 * <p>A PE that fetches a page puts the copy into one of its <em>slots</em>, too. PEs stand in
 * groups of {@link #GROUP}, groups in groups of as many, and so on; each group has a word that
 * names the PE which came there last. A PE that comes swaps itself in. If the one before it has the
 * page, or is fetching it, it takes it from there; else it goes on for its whole group, to the next
 * larger one, and from the largest to the owner. So a page takes a way as long as the logarithm of
 * the number of PEs, and no PE sends it to more than one other of a group.
 *
 * <p>A slot has two words beside the page: which {@linkplain #of attempt} filled it, with its
 * state, and which version of which page it is about. The first is cleared before any of the rest
 * changes, and set after. A reader compares both before it gets the page, and the first again
 * after: so it has got what that attempt put there.
 *
 * <p>Why no PE waits for ever: an attempt waits only for one that swapped itself into the same word
 * before it did, and that is there still or has gone on to a larger group. An attempt ends before
 * its strand begins the next.
 */
public final class Forwarding {
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  /** The logarithm of {@link #GROUP}. */
  private static final int GROUP_SHIFT = 2;

  /** PEs of a smallest group, and groups of a larger one. */
  static final int GROUP = 1 << GROUP_SHIFT;

  /**
   * Copies of so many bytes are handed on at a time, but of {@link #LEAST_SLOTS} pages at least.
   */
  private static final long SLOT_BYTES = 1 << 20;

  private static final int LEAST_SLOTS = 4;

  private static final int STATE_BITS = 2;
  private static final long NOTHING = 0;
  private static final long COMING = 1;
  private static final long THERE = 2;

  private static final int PAGE_BITS = 31;
  private static final int SLOT_WORDS = 2;

  private final SymmetricHeap heap;
  private final PageMap map;
  private final int pageShift;
  private final int slots;
  private final int levels;
  private final int me;
  private final int pes;

  /** Words of the groups, then those of the slots, then the slots. */
  private final long offset;

  private final long states;
  private final long copies;
  private final AtomicLong attempts = new AtomicLong();

  /** Collective; a barrier has to follow. */
  public Forwarding(PageMap map, SymmetricHeap heap, int pageShift, int me, int pes, String what) {
    this.heap = heap;
    this.map = map;
    this.pageShift = pageShift;
    this.me = me;
    this.pes = pes;
    slots = (int) Math.min(map.pages(), Math.max(LEAST_SLOTS, SLOT_BYTES >> pageShift));
    levels = levels(pes);
    long words = (long) (levels + SLOT_WORDS) * slots * Long.BYTES;
    long whole = Math.ceilDiv(words, VirtualMemory.SYSTEM_PAGE) * VirtualMemory.SYSTEM_PAGE;
    offset = heap.allocate(whole + ((long) slots << pageShift), VirtualMemory.SYSTEM_PAGE, what);
    states = offset + (long) levels * slots * Long.BYTES;
    copies = offset + whole;
  }

  private static int levels(int pes) {
    int levels = 1;
    for (int most = GROUP; most < pes; most *= GROUP) {
      levels++;
    }
    return levels;
  }

  /** Gives back the area. Collective. */
  public void free() {
    heap.free(offset);
  }

  /**
   * Gets the whole page, with all that {@code word} knows of, from another reader or from the
   * owner.
   *
   * @param word of the page's directory
   * @param source where it stands in the owner's heap
   */
  public void get(StrandChannel port, int page, long word, long source, MemorySegment to, long at) {
    Channel channel = port.channel();
    long bytes = 1L << pageShift;
    int slot = page % slots;
    long attempt = begin(slot, of(page, DirectoryWord.version(word)));
    if (attempt == NOTHING) { // another strand of this PE has the slot
      channel.get(DirectoryWord.owner(word), source, to, at, bytes);
      return;
    }
    long state = NOTHING;
    try {
      if (!isTaken(port, page, DirectoryWord.version(word), attempt, to, at)) {
        channel.get(DirectoryWord.owner(word), source, to, at, bytes);
      }
      // mutant: forwarded-unfilled
      MemorySegment.copy(to, at, heap.segment(), copies + ((long) slot << pageShift), bytes);
      state = attempt << STATE_BITS | THERE;
    } finally {
      WORD.setRelease(heap.segment(), state(slot), state);
    }
  }

  /** Announces an attempt to fill the slot; its number, or 0 if another one is under way. */
  private long begin(int slot, long what) {
    MemorySegment own = heap.segment();
    long before = (long) WORD.getAcquire(own, state(slot));
    long attempt = attempts.incrementAndGet();
    long coming = attempt << STATE_BITS | COMING;
    if ((before & COMING) != 0 || !WORD.compareAndSet(own, state(slot), before, COMING)) {
      return NOTHING;
    }
    VarHandle.fullFence(); // no PE takes what is in the slot for the old page's from here on
    WORD.setOpaque(own, state(slot) + Long.BYTES, what);
    WORD.setRelease(own, state(slot), coming);
    return attempt;
  }

  private boolean isTaken(
      StrandChannel port, int page, long version, long attempt, MemorySegment to, long at) {
    int slot = page % slots;
    int place = Math.floorMod(me - root(page), pes);
    for (int level = 0; level < levels; level++) {
      int shift = (level + 1) * GROUP_SHIFT;
      int first = (root(page) + (place >>> shift << shift)) % pes;
      long before = port.channel().swap(first, group(level, slot), attempt * pes + me);
      if (before != 0 && isTaken(port, (int) (before % pes), before / pes, page, version, to, at)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Not the same for all pages: the words of the groups, and the PE that comes first, are spread.
   */
  private int root(int page) {
    return (int) ((map.manager(page) + (long) page) % pes);
  }

  /** Gets the page from {@code pe} if that attempt of it has the version, or is getting it. */
  private boolean isTaken(
      StrandChannel port, int pe, long attempt, int page, long version, MemorySegment to, long at) {
    Channel channel = port.channel();
    int slot = page % slots;
    MemorySegment words = port.words(SLOT_WORDS);
    long there = attempt << STATE_BITS | THERE;
    while (true) {
      channel.get(pe, state(slot), words, 0, (long) SLOT_WORDS * Long.BYTES);
      long state = words.get(JAVA_LONG, 0);
      // mutant: forwarded-old-version
      if (words.get(JAVA_LONG, Long.BYTES) != of(page, version)) {
        return false;
      }
      if (state == there) {
        break;
      }
      if (state != (attempt << STATE_BITS | COMING)) {
        return false;
      }
      port.pause();
    }
    channel.get(pe, copies + ((long) slot << pageShift), to, at, 1L << pageShift);
    // By a get: an atomic of the network may write back a word that the CPU of its PE changes.
    channel.get(pe, state(slot), words, 0, Long.BYTES);
    return words.get(JAVA_LONG, 0) == there;
  }

  private static long of(int page, long version) {
    return version << PAGE_BITS | page;
  }

  private long group(int level, int slot) {
    return offset + ((long) level * slots + slot) * Long.BYTES;
  }

  private long state(int slot) {
    return states + (long) slot * SLOT_WORDS * Long.BYTES;
  }
}
