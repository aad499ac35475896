package org.temoto.task.pattern.sort;

import org.temoto.gas.InvalidOptionException;
import org.temoto.task.TaskContext;

/**
 * Options of how finely a sort is cut into tasks.
 *
 * @param cutoff at most so many keys are sorted by one task
 * @param mergeGrain at most so many keys are merged by one task
 * @param aggregate a task with at most so many keys fetches all of them at once, so that its
 *     children's localizes hit (Ikegami and Taura, figure 4)
 * @param kernel what sorts and merges
 * @param ways at most so many sorted runs are merged at a time
 * @param pieces so many pieces of its keys a task sorts one after the other, which it merges then:
 *     the next one can be on its way meanwhile
 */
public record SortPlan(
    long cutoff, long mergeGrain, long aggregate, SortKernel kernel, int ways, int pieces) {
  /** Below this a task costs more than it gains. */
  static final long MIN_CUTOFF = 4096;

  /** A leaf has so many keys at most: several workers sort that many at once. */
  static final long MAX_CUTOFF = 1 << 26;

  /** A leaf that works in a heap array has so many: heaps are smaller than what is sorted. */
  static final long MAX_HEAP_CUTOFF = 1 << 25;

  /** More runs than this are not merged at a time: a merge has a buffer and searches in each. */
  public static final int MAX_WAYS = 1024;

  private static final int LEAVES_PER_WORKER = 4;

  /**
   * Divisor of the time that a task takes: it waits at most that part for thieves to take others.
   */
  private static final int SHARED_PART = 8;

  /** Pieces in which a leaf fetches keys that are away; it waits for the first only. */
  private static final int PIECES = 4;

  /** With more, {@link #piece} would overflow for {@link #MAX_CUTOFF} keys. */
  private static final int MOST_PIECES = 15;

  /** Most workers whose gain by merging all runs in one pass does not pay for searching in them. */
  private static final int FEW_WORKERS = 2;

  private static final int MERGES_PER_WORKER = 4;

  /**
   * With several PEs, whose tasks do not run at one speed: a PE that is done early finds work at
   * another only while that has tasks to give. Finer merges pass over the keys no more often.
   */
  private static final int MERGES_PER_WORKER_OF_PES = 64;

  /** A merge that travels between PEs is worth its way with so many keys, a few pages. */
  private static final long WORTH_TRAVELLING = 1 << 15;

  /** A merge has its output open and as much of input, and pages in part at all ends. */
  private static final int VIEWS_PER_MERGE = 3;

  /**
   * A merge is to have so many keys for each run: to find its cuts it looks at 30 of each, and at
   * more where keys have few values.
   */
  private static final int PROBES_PER_RUN = 50;

  public SortPlan {
    if (cutoff < 1 || cutoff > MAX_CUTOFF) {
      throw new InvalidOptionException("cutoff", cutoff, "from 1 to " + MAX_CUTOFF);
    }
    if (ways < 2 || ways > MAX_WAYS) {
      throw new InvalidOptionException("ways", ways, "from 2 to " + MAX_WAYS);
    }
    if (pieces < 1 || pieces > MOST_PIECES) {
      throw new IllegalArgumentException("pieces=" + pieces + " must be from 1 to " + MOST_PIECES);
    }
    if (mergeGrain < 2) {
      throw new IllegalArgumentException("mergeGrain=" + mergeGrain + " must be at least 2");
    }
  }

  /** A plan of two-way merges. */
  public SortPlan(long cutoff, long mergeGrain, long aggregate, SortKernel kernel) {
    this(cutoff, mergeGrain, aggregate, kernel, 2, 1);
  }

  /** The number of levels of parts that {@code keys} keys are cut into. */
  public int levels(long keys) {
    return levels(keys, cutoff, ways);
  }

  private static int levels(long keys, long cutoff, int ways) {
    long leaves = Math.ceilDiv(keys, cutoff);
    int levels = 0;
    for (long parts = 1; parts < leaves; parts *= ways) {
      levels++;
    }
    return levels;
  }

  /**
   * The number of parts that {@code keys} keys are cut into where so many levels of them are left.
   */
  public int parts(long keys, int levels) {
    long leaves = Math.ceilDiv(keys, cutoff);
    int parts = 2;
    while (parts < ways && leavesOfPart(leaves, parts, levels) > 1) {
      parts++;
    }
    return parts;
  }

  /** Leaves that are left of so many when they have been cut into parts level by level. */
  private static long leavesOfPart(long leaves, int parts, int levels) {
    long left = leaves;
    for (int level = 0; level < levels; level++) {
      left = Math.ceilDiv(left, parts);
    }
    return left;
  }

  /**
   * The place where a piece of {@code keys} keys begins. Each is 5/3 times as long as the one
   * before: nothing is sorted while the first one comes, and the next one has come when it has been
   * sorted, where sorting a key takes at least 5/3 of what its way takes.
   */
  public long piece(int piece, long keys) {
    return keys * (power(3, pieces - piece) * growth(piece)) / growth(pieces);
  }

  /** The sum of 5^i * 3^(n - 1 - i) for i below n, times 2: as long are n pieces together. */
  private static long growth(int n) {
    return power(5, n) - power(3, n);
  }

  private static long power(int base, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }

  /** The number of tasks that merge many runs of {@code keys} keys together. */
  public int tasks(long keys) {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(keys, mergeGrain)));
  }

  /** Plan that suits {@code keys} keys on {@code pes} PEs with {@code workers} workers each. */
  public static SortPlan suited(
      ElementType type, long keys, int pes, int workers, SortKernel kernel) {
    return suited(type, keys, pes, workers, kernel, suitedWays(pes, workers));
  }

  /** The number of runs that are merged at a time if nothing else is wanted. */
  public static int suitedWays(int pes, int workers) {
    return (long) pes * workers <= FEW_WORKERS ? 2 : MAX_WAYS;
  }

  /** The same with merges of so many runs at most. */
  public static SortPlan suited(
      ElementType type, long keys, int pes, int workers, SortKernel kernel, int ways) {
    long all = (long) pes * workers;
    if (ways != 2) {
      // One each: all take as long, and each worker has begun one before any begins a second.
      long each = Math.clamp(Math.ceilDiv(keys, all), MIN_CUTOFF, MAX_HEAP_CUTOFF);
      return new SortPlan(each, each, 0, kernel, ways, PIECES);
    }
    boolean onHeap = !kernel.sortsByDigits() || type.bytes() > Integer.BYTES;
    // One leaf that is the whole is sorted in place; two of half as many keys are not.
    boolean whole = all == 1 && keys <= MAX_HEAP_CUTOFF;
    long cutoff = whole ? keys : share(keys, leaves(all));
    cutoff = Math.clamp(cutoff, MIN_CUTOFF, onHeap ? MAX_HEAP_CUTOFF : MAX_CUTOFF);
    if (levels(keys, cutoff, ways) % 2 == 0) {
      // Leaves below an even number of levels are sorted in place.
      cutoff = Math.min(cutoff, MAX_HEAP_CUTOFF);
    }
    long mergeGrain = share(keys, MERGES_PER_WORKER * all);
    if (pes > 1) {
      long finer = Math.max(share(keys, MERGES_PER_WORKER_OF_PES * all), WORTH_TRAVELLING);
      mergeGrain = Math.min(mergeGrain, finer);
    }
    mergeGrain = Math.clamp(mergeGrain, MIN_CUTOFF, MAX_HEAP_CUTOFF);
    return new SortPlan(cutoff, mergeGrain, share(keys, 2L * pes), kernel, ways, 1);
  }

  /**
   * The same, where that is too coarse finer: so that what all workers of a PE have open, and what
   * is aggregated, takes at most half of a cache for {@code cacheKeys} keys.
   */
  public SortPlan within(long cacheKeys, int workers) {
    long each = Math.max(2, cacheKeys / (2L * workers));
    long most = Math.max(2, each / VIEWS_PER_MERGE);
    // A merge of many runs has its output open only; but a short one is soon all searching.
    int fewer = mergeGrain > each ? Math.clamp(each / PROBES_PER_RUN, 2, ways) : ways;
    long grain = Math.min(mergeGrain, fewer > 2 ? each : most);
    return new SortPlan(
        Math.min(cutoff, most), grain, Math.min(aggregate, most), kernel, fewer, pieces);
  }

  /**
   * The same for {@code keys} keys on pages of {@code pageKeys}: where pages travel, a merge is not
   * much shorter than one, else every page is fetched for several merges, and committed by several.
   * No merge becomes longer than a worker's share. Merges of many runs fetch no pages.
   */
  public SortPlan onPages(long pageKeys, long keys, int pes, int workers) {
    if (pes == 1 || ways > 2) {
      return this;
    }
    long page = Math.min(Math.min(pageKeys, share(keys, (long) pes * workers)), MAX_HEAP_CUTOFF);
    return new SortPlan(cutoff, Math.max(mergeGrain, page), aggregate, kernel, ways, pieces);
  }

  /**
   * Two workers share few leaves evenly, and each level of merging passes over all keys; of more
   * workers some would be left with two or three leaves while the others have none.
   */
  private static long leaves(long workers) {
    return workers <= 2 ? 2 : LEAVES_PER_WORKER * workers;
  }

  /** An equal share and an eighth: parts that are cut where pages begin are not all equal. */
  private static long share(long keys, long parts) {
    long share = Math.ceilDiv(keys, parts);
    return share + share / 8;
  }

  /**
   * Before a task computes for {@code nanos}: gives others a little of that time to take what is
   * forked here, else they would have nothing to do while it computes.
   */
  public void share(TaskContext context, long nanos) {
    context.share(ways > 2 ? nanos / SHARED_PART : 0);
  }

  /**
   * After a task has committed its output: the pages set out, or change owners, before the task
   * waits for others. The joins above it would send them one after the other, level by level.
   */
  void publish(TaskContext context) {
    if (context.space().pes() > 1) {
      context.space().releaseFenceAsync();
    }
  }

  /**
   * The same with leaves of at most {@code keys} keys, and as small merges where they are of two
   * runs: many runs in short merges would be read a few keys at a time.
   */
  public SortPlan withCutoff(long keys) {
    long most = Math.max(cutoff, MAX_HEAP_CUTOFF);
    if (keys > most) {
      throw new InvalidOptionException("cutoff", keys, "from 1 to " + most);
    }
    long grain = ways > 2 ? mergeGrain : Math.max(2, Math.min(mergeGrain, keys));
    return new SortPlan(keys, grain, aggregate, kernel, ways, pieces);
  }
}
