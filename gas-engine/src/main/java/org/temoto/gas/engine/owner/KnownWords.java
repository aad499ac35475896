package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Directory words of other PEs as this PE last saw them, in groups that one get reads, each with
 * the epoch that was read before it. Shared by the strands of the PE.
 *
 * <p>A word that was read for epoch e tells all that a strand of an epoch up to e must see, however
 * old it is: the strands it must see had released, and so bumped, before that epoch. Only the place
 * that it names may be given up meanwhile. A home frame never holds another page, and its bytes
 * stay when the page moves: so they are what the word's version says until this PE itself commits
 * to the page, or moves it, which a strand of the same epoch may have to see. Those words are
 * renewed before the commit counts as complete ({@link #renew}), and none that was on its way
 * meanwhile is noted over them.
 *
 * <p>Words are read without the lock under which they change: first the group's epoch, e, then a
 * word. The word is good for e, whichever change came between. A renewal stores a later word, or
 * none. A note whose get was issued after the epoch was read brings all that a strand of e must
 * see, for e had begun. A note whose get was issued before was not stopped by a renewal: so there
 * was none since, the group's epoch has only grown, and the note is of e or later.
 */
final class KnownWords {
  /** In place of the word of a page of which nothing is known; no word names this place. */
  static final long UNKNOWN = -1;

  /** The epoch of words that were read for none. */
  static final long NO_EPOCH = -1;

  private static final int GROUP_SHIFT = 6;

  /** Words that a get reads at once: it takes hardly longer than for one. */
  static final int GROUP = 1 << GROUP_SHIFT;

  static final int GROUP_BYTES = GROUP * Long.BYTES;

  /** Groups that a get reads at most in a walk: their bytes take about as long as a latency. */
  private static final int REACH = 4;

  private static final VarHandle GROUPS = MethodHandles.arrayElementVarHandle(long[][].class);
  private static final VarHandle EPOCHS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle RENEWALS = MethodHandles.arrayElementVarHandle(int[].class);

  private final PageMap map;
  private final int groupsOfPe;

  /** The words of each group, or null where nothing is known. */
  private final long[][] words;

  private final long[] epochs;

  /**
   * Twice the renewals of each group, plus one while a strand changes its words: a lock, which a
   * strand that notes only tries to take, so that it pays for one atomic. Taking it needs as much
   * stack as giving it back, which is done whatever is thrown between.
   */
  private final int[] renewals;

  KnownWords(PageMap map, int pes) {
    this.map = map;
    groupsOfPe = Math.ceilDiv(map.most(), GROUP);
    words = new long[pes * groupsOfPe][];
    epochs = new long[words.length];
    Arrays.fill(epochs, NO_EPOCH);
    renewals = new int[words.length];
  }

  /** The group of a page; those of a PE are numbered one after the other. */
  int group(int page) {
    return map.manager(page) * groupsOfPe + (map.rank(page) >>> GROUP_SHIFT);
  }

  /** The place of a page in its group. */
  static int place(int rank) {
    return rank & GROUP - 1;
  }

  /** The PE that has the group. */
  int manager(int group) {
    return group / groupsOfPe;
  }

  /** The rank of the group's first page. */
  int firstRank(int group) {
    return group % groupsOfPe * GROUP;
  }

  /** Tells whether the words of {@code group} follow those of {@code before} on the same PE. */
  boolean isNext(int group, int before) {
    return group == before + 1 && manager(group) == manager(before);
  }

  /**
   * Tells how many groups a get of this one reads: also the next ones of its PE that are not known
   * for {@code enough}, if the group before is, as in a walk through memory.
   */
  int reach(int group, long enough) {
    int end = group + 1;
    if (group > 0 && epoch(group - 1) >= enough) {
      while (end - group < REACH && manager(end) == manager(group) && epoch(end) < enough) {
        end++;
      }
    }
    return end - group;
  }

  /** Acquire: pairs with {@link #note}, so that the words that were read for it are seen. */
  private long epoch(int group) {
    return (long) EPOCHS.getAcquire(epochs, group);
  }

  /** The words of a group, for the strand that has its lock. */
  private long[] wordsOf(int group) {
    if (words[group] == null) {
      long[] unknown = new long[GROUP];
      Arrays.fill(unknown, UNKNOWN);
      GROUPS.setRelease(words, group, unknown); // release: after their first values
    }
    return words[group];
  }

  /** Locks a group of which no word has been renewed since {@code seen}, if it is free; acquire. */
  private boolean tryLock(int group, int seen) {
    return (seen & 1) == 0 && RENEWALS.compareAndSet(renewals, group, seen, seen + 1);
  }

  /**
   * Reads the word of a page, and an epoch for which it is good, to place {@code at}, if that is
   * {@code enough}, else {@link #UNKNOWN}.
   */
  void read(int page, long enough, long[] wordsRead, long[] epochsRead, int at) {
    int group = group(page);
    long epoch = epoch(group);
    // mutant: known-for-any-epoch
    boolean isKnown = epoch >= enough;
    wordsRead[at] = isKnown ? (long) WORDS.getOpaque(words[group], place(map.rank(page))) : UNKNOWN;
    epochsRead[at] = epoch;
  }

  /** The word of a page as last seen; {@link #UNKNOWN} at the start. */
  long last(int page) {
    long[] known = (long[]) GROUPS.getAcquire(words, group(page));
    return known == null ? UNKNOWN : (long) WORDS.getOpaque(known, place(map.rank(page)));
  }

  /** A number that grows with renewals of a group. Acquire: its words are read after. */
  int renewals(int group) {
    return (int) RENEWALS.getAcquire(renewals, group);
  }

  /**
   * Notes the words of a group, which were read for {@code epoch} as the {@code place}-th of the
   * buffer, unless one of them has been renewed since {@link #renewals} were {@code before}, or
   * they are older than what is known. It notes nothing if another strand has the lock, either:
   * that only costs another get.
   */
  void note(int group, MemorySegment buffer, int place, long epoch, int before) {
    if (!tryLock(group, before)) {
      return;
    }
    try {
      if (epochs[group] <= epoch) {
        MemorySegment.copy(buffer, JAVA_LONG, (long) place * GROUP_BYTES, wordsOf(group), 0, GROUP);
        EPOCHS.setRelease(epochs, group, epoch);
      }
    } finally {
      RENEWALS.setRelease(renewals, group, before);
    }
  }

  /**
   * The word of a page after a commit of this PE, or a move that it made. Where two strands renew a
   * word, the later change first, the group is to be read again.
   */
  void renew(int page, long word) {
    int group = group(page);
    int place = place(map.rank(page));
    int before = renewals(group);
    while (!tryLock(group, before)) {
      Thread.yield(); // until another strand has copied a group, or renewed a word
      before = renewals(group);
    }
    try {
      long known = wordsOf(group)[place];
      if (known != UNKNOWN
          && DirectoryWord.precedes(DirectoryWord.version(word), DirectoryWord.version(known))) {
        EPOCHS.setOpaque(epochs, group, NO_EPOCH);
      } else {
        // mutant: known-not-renewed
        WORDS.setOpaque(words[group], place, word);
      }
    } finally {
      // release: a get that follows the number finds the commit
      RENEWALS.setRelease(renewals, group, before + 2);
    }
  }
}
