package org.temoto.gas.engine.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import org.temoto.gas.engine.memory.PageBlocks;

/**
 * Table of one PE's local copies of the pages of one memory.
 *
 * <p>The state of a page is its <em>stamp</em>, one long:
 *
 * <table>
 * <caption>Stamps</caption>
 * <tr><td>{@code e >= 0}</td><td>the copy is valid for strands whose epoch is at most e</td></tr>
 * <tr><td>{@link #UNVALIDATED}</td><td>there is memory, good for storing; if it has a version, that is the contents
 *     of some of its blocks, see below</td></tr>
 * <tr><td>{@link #ABSENT}</td><td>nothing is here</td></tr>
 * <tr><td>{@link #LOCKED}</td><td>one strand fetches, installs, or evicts; others wait</td></tr>
 * </table>
 *
 * Transitions: any of the first three → LOCKED by compare-and-set ({@link #tryLock}), LOCKED → any
 * of the first three by its holder ({@link #unlock}); {@code e} → a larger {@code e} by
 * compare-and-set ({@link #raise}).
 *
 * <p>Why it is safe without locks on the hit path: a view is published (pinned) before its stamps
 * are tested, with a full fence between; a strand that takes a copy away, or writes into it, locks
 * the stamp before it looks for views, with a full fence between. One of the two sees the other
 * (Dekker).
 *
 * <p>Pages are fetched in part: a page has a set of {@link PageBlocks} whose contents are of the
 * copy's version, and an epoch for which they are valid. Where a stamp is an epoch, all bytes are
 * valid for that. Where it falls short, a view of some blocks that {@link #holds} finds valid is as
 * good as one of a valid page: the look comes after the view was published and the stamp was seen
 * not to be {@link #LOCKED}, so a strand that evicts or installs later sees the view.
 *
 * <p>Versions, blocks, counts of commits and pending commits of a page change only under its {@link
 * #monitor}, which is never held across communication or a wait.
 */
public final class PageTable {
  public static final long UNVALIDATED = -1;
  public static final long ABSENT = -2;
  public static final long LOCKED = -3;

  /** The version of a copy that has none. */
  public static final long NO_VERSION = -1;

  private static final long FIRST_EVICTED = NO_VERSION - 1;

  private static final int MONITORS = 64;

  /** Distance of the {@link #changes} of two monitors, each on its own cache line. */
  private static final int APART = 16;

  private static final VarHandle STAMP = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle PARTS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] stamps;

  /** The version of each copy; {@code FIRST_EVICTED - v} after an eviction at version v. */
  private final long[] versions;

  private final long[] blocks;
  private final long[] partEpochs;

  /**
   * Sequence lock for each monitor, of its pages' {@link #versions}, {@link #blocks} and {@link
   * #partEpochs}, for readers without the monitor: odd while they change.
   */
  private final int[] changes = new int[MONITORS * APART];

  private final int[] completions;
  private final int[] uses;
  private final BitSet mapped;
  private final Object[] monitors = new Object[MONITORS];

  /**
   * All pages are absent; {@code mapped} names those whose view memory is a frame (aliased), which
   * are never evicted.
   */
  public PageTable(int pages, BitSet mapped) {
    stamps = new long[pages];
    Arrays.fill(stamps, ABSENT);
    versions = new long[pages];
    Arrays.fill(versions, NO_VERSION);
    blocks = new long[pages];
    partEpochs = new long[pages];
    Arrays.fill(partEpochs, UNVALIDATED);
    completions = new int[pages];
    uses = new int[pages];
    this.mapped = mapped;
    Arrays.setAll(monitors, i -> new Object());
  }

  public int pages() {
    return stamps.length;
  }

  /** Guards the version and the pending commits of a page, and changes of its counts of commits. */
  public Object monitor(int page) {
    return monitors[page % MONITORS];
  }

  /** Tells whether the view memory of the page is a frame itself. */
  public boolean isMapped(int page) {
    return mapped.get(page);
  }

  /** Before the memory is used: the page is mapped and owned by this PE, valid from the start. */
  public void markOwned(int page) {
    stamps[page] = 0;
    versions[page] = 0;
    blocks[page] = PageBlocks.ALL;
  }

  /**
   * Acquire: pairs with {@link #unlock}, so a strand that sees a stamp sees the bytes that were
   * installed before it.
   */
  public long stamp(int page) {
    return (long) STAMP.getAcquire(stamps, page);
  }

  /**
   * Locks a page whose stamp was {@code seen}; whether that worked. Full fence: the holder looks
   * for views next.
   */
  public boolean tryLock(int page, long seen) {
    return seen != LOCKED && STAMP.compareAndSet(stamps, page, seen, LOCKED);
  }

  /** Ends a lock with a new stamp; release, so the installed bytes are seen with it. */
  public void unlock(int page, long stamp) {
    STAMP.setRelease(stamps, page, stamp);
  }

  /**
   * Replaces stamp {@code seen} by {@code epoch} where no bytes change; a lost race only costs
   * another validation.
   */
  public void raise(int page, long seen, long epoch) {
    if (epoch > seen) {
      STAMP.compareAndSet(stamps, page, seen, epoch);
    }
  }

  /** The version of the copy's {@link #blocks}. */
  public long version(int page) {
    assert Thread.holdsLock(monitor(page));
    return Math.max(versions[page], NO_VERSION);
  }

  /** All blocks of the copy are of {@code version}, or of none if that is {@link #NO_VERSION}. */
  public void version(int page, long version) {
    assert Thread.holdsLock(monitor(page));
    beginChange(page);
    if (versions[page] != version) { // the strand that finds the version may have looked long ago
      PARTS.setOpaque(partEpochs, page, UNVALIDATED);
    }
    PARTS.setOpaque(versions, page, version);
    PARTS.setOpaque(blocks, page, version == NO_VERSION ? PageBlocks.NONE : PageBlocks.ALL);
    endChange(page);
  }

  /** {@code blocks} of the copy are of {@code version}, and no others. */
  public void version(int page, long version, long ofBlocks) {
    assert Thread.holdsLock(monitor(page));
    beginChange(page);
    PARTS.setOpaque(versions, page, version);
    PARTS.setOpaque(blocks, page, ofBlocks);
    endChange(page);
  }

  /** The blocks whose contents are of the copy's version. */
  public long blocks(int page) {
    assert Thread.holdsLock(monitor(page));
    return blocks[page];
  }

  /**
   * The epoch for which the {@link #blocks} are valid at least, less than 0 for none; for the
   * holder of the page's lock: others only lower it.
   */
  public long partEpochOfLocked(int page) {
    return (long) PARTS.getOpaque(partEpochs, page);
  }

  /** The {@link #blocks} have been found valid for {@code epoch}, too. */
  public void partEpoch(int page, long epoch) {
    assert Thread.holdsLock(monitor(page));
    beginChange(page);
    PARTS.setOpaque(partEpochs, page, Math.max(partEpochs[page], epoch));
    endChange(page);
  }

  private static int change(int page) {
    return page % MONITORS * APART;
  }

  private void beginChange(int page) {
    int at = change(page);
    INTS.setOpaque(changes, at, changes[at] + 1);
    VarHandle.storeStoreFence(); // a reader of what changes sees an odd number, or a later one
  }

  private void endChange(int page) {
    int at = change(page);
    INTS.setRelease(changes, at, changes[at] + 1); // release: after what has changed
  }

  /**
   * Tells if {@code wanted} blocks of the page are here, and valid for {@code epoch}: at one moment
   * of this call, as under the monitor, which is taken only while a strand changes them or those of
   * another page of the monitor.
   */
  public boolean holds(int page, long wanted, long epoch) {
    int at = change(page);
    int before = (int) INTS.getAcquire(changes, at); // acquire: with the blocks their bytes
    if ((before & 1) == 0) {
      boolean holds = holdsOpaquely(page, wanted, epoch);
      VarHandle.loadLoadFence(); // both have been read before the number is read again
      if ((int) INTS.getOpaque(changes, at) == before) {
        return holds;
      }
    }
    synchronized (monitor(page)) {
      return holdsOpaquely(page, wanted, epoch);
    }
  }

  private boolean holdsOpaquely(int page, long wanted, long epoch) {
    return (long) PARTS.getOpaque(partEpochs, page) >= epoch
        && (wanted & ~(long) PARTS.getOpaque(blocks, page)) == PageBlocks.NONE;
  }

  /**
   * Tells if the copy is whole and of {@code version}: at one moment of this call, as {@link
   * #holds}.
   */
  public boolean isWhole(int page, long version) {
    int at = change(page);
    int before = (int) INTS.getAcquire(changes, at); // acquire: with the blocks their bytes
    if ((before & 1) == 0) {
      boolean isWhole = isWholeOpaquely(page, version);
      VarHandle.loadLoadFence(); // both have been read before the number is read again
      if ((int) INTS.getOpaque(changes, at) == before) {
        return isWhole;
      }
    }
    synchronized (monitor(page)) {
      return isWholeOpaquely(page, version);
    }
  }

  private boolean isWholeOpaquely(int page, long version) {
    return (long) PARTS.getOpaque(versions, page) == version
        && (long) PARTS.getOpaque(blocks, page) == PageBlocks.ALL;
  }

  /** The number of commits to the page that this PE has completed, modulo 2^32. */
  public int completions(int page) {
    assert Thread.holdsLock(monitor(page));
    return completions[page];
  }

  /**
   * As {@link #completions}, without the monitor, before a fetch. Acquire, which pairs with {@link
   * #completed}: the word and the bytes that are read after it have the commits that it counts. It
   * may miss one of just now, and then the copy counts as one without that commit.
   */
  public int completionsBeforeFetch(int page) {
    return (int) INTS.getAcquire(completions, page);
  }

  public void completed(int page) {
    assert Thread.holdsLock(monitor(page));
    INTS.setRelease(completions, page, completions[page] + 1); // after the commit's bump
  }

  /** The copy is evicted; by the holder of its lock, under the monitor. */
  void evicted(int page) {
    long version = version(page);
    version(page, NO_VERSION);
    if (version != NO_VERSION) {
      PARTS.setOpaque(versions, page, FIRST_EVICTED - version); // to readers as NO_VERSION
    }
  }

  /**
   * The version at which the copy of an absent page was evicted; {@link #NO_VERSION} if it had
   * none.
   */
  public long evictedVersion(int page) {
    assert Thread.holdsLock(monitor(page));
    return versions[page] < NO_VERSION ? FIRST_EVICTED - versions[page] : NO_VERSION;
  }

  /**
   * Remembers that the page was used at {@code tick}; opaque and racy, for it only guides eviction.
   */
  public void use(int page, int tick) {
    if ((int) INTS.getOpaque(uses, page) != tick) {
      INTS.setOpaque(uses, page, tick);
    }
  }

  public int lastUse(int page) {
    return (int) INTS.getOpaque(uses, page);
  }
}
