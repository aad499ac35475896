package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Directory words of other PEs as this PE last saw them, in groups that one get reads, each with
 * the epoch that was read before it. Shared by the strands of the PE.
 *
 * <p>A word that was read for epoch e tells all that a strand of an epoch up to e must see, however
 * old it is: whoever it must see had released, and so bumped, before that epoch. Only the place
 * that it names may be given up meanwhile. A home frame never holds another page, and its bytes
 * stay when the page moves: so they are what the word's version says until this PE itself commits
 * to the page, or moves it, which a strand of the same epoch may have to see. Those words are
 * renewed before the commit counts as complete ({@link #renew}), and none that was on its way
 * meanwhile is noted over them.
 */
final class KnownWords {
  /** In place of the word of a page of which nothing is known; no word names this place. */
  static final long UNKNOWN = -1;

  /** The epoch of words that were read for none. */
  static final long NO_EPOCH = -1;

  /** Words that a get reads at once: it takes hardly longer than for one. */
  static final int GROUP = 64;

  private final int groupsOfPe;
  private final long[][] words;
  private final long[] epochs;

  /** Renewals of each group. */
  private final int[] renewals;

  KnownWords(PageMap map, int pes) {
    groupsOfPe = Math.ceilDiv(map.most(), GROUP);
    words = new long[pes * groupsOfPe][];
    epochs = new long[words.length];
    renewals = new int[words.length];
  }

  private int group(int manager, int rank) {
    return manager * groupsOfPe + rank / GROUP;
  }

  /**
   * Reads the word of a page, and the epoch for which it was read, to place {@code at}, if that is
   * {@code enough}, else {@link #UNKNOWN}.
   */
  synchronized void read(
      int manager, int rank, long enough, long[] wordsRead, long[] epochsRead, int at) {
    int group = group(manager, rank);
    // mutant: known-for-any-epoch
    boolean isKnown = words[group] != null && epochs[group] >= enough;
    wordsRead[at] = isKnown ? words[group][rank % GROUP] : UNKNOWN;
    epochsRead[at] = epochs[group];
  }

  /** The word of a page as last seen; {@link #UNKNOWN} at the start. */
  synchronized long last(int manager, int rank) {
    int group = group(manager, rank);
    return words[group] == null ? UNKNOWN : words[group][rank % GROUP];
  }

  /** Renewals of the group of a page, read before its words are. */
  synchronized int renewals(int manager, int rank) {
    return renewals[group(manager, rank)];
  }

  /**
   * Notes the words of a group, which were read for {@code epoch}, unless one of them has been
   * renewed since there were {@code before} renewals, or they are older than what is known.
   */
  synchronized void note(int manager, int rank, MemorySegment read, long epoch, int before) {
    int group = group(manager, rank);
    // mutant: known-over-renewal
    if (renewals[group] == before && (words[group] == null || epochs[group] <= epoch)) {
      if (words[group] == null) {
        words[group] = new long[(int) (read.byteSize() / Long.BYTES)];
      }
      MemorySegment.copy(read, JAVA_LONG, 0, words[group], 0, words[group].length);
      epochs[group] = epoch;
    }
  }

  /**
   * The word of a page after a commit of this PE, or a move that it made. Where two strands renew a
   * word, the later change first, the group is to be read again.
   */
  synchronized void renew(int manager, int rank, long word) {
    int group = group(manager, rank);
    renewals[group]++;
    if (words[group] == null) {
      return;
    }
    long known = words[group][rank % GROUP];
    if (DirectoryWord.precedes(DirectoryWord.version(word), DirectoryWord.version(known))) {
      epochs[group] = NO_EPOCH;
    } else {
      // mutant: known-not-renewed
      words[group][rank % GROUP] = word;
    }
  }
}
