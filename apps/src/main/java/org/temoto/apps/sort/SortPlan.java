package org.temoto.apps.sort;

import org.temoto.apps.Kernel;
import org.temoto.gas.InvalidOptionException;

/**
 * How finely a sort is cut into tasks.
 *
 * @param cutoff at most so many keys are sorted by one task
 * @param mergeGrain at most so many keys are merged by one task
 * @param aggregate a task with at most so many keys fetches all of them at once, so that its
 *     children's localizes hit (P1, figure 4)
 * @param kernel what sorts at the leaves
 */
public record SortPlan(long cutoff, long mergeGrain, long aggregate, Kernel kernel) {
  /** Below this a task costs more than it gains. */
  static final long MIN_CUTOFF = 4096;

  /** A leaf works in a heap array of this length at most. */
  static final long MAX_CUTOFF = 1 << 25;

  private static final int LEAVES_PER_WORKER = 4;

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

  public SortPlan {
    if (cutoff < 1 || cutoff > MAX_CUTOFF) {
      throw new InvalidOptionException("cutoff", cutoff, "from 1 to " + MAX_CUTOFF);
    }
    if (mergeGrain < 2) {
      throw new IllegalArgumentException("mergeGrain=" + mergeGrain + " must be at least 2");
    }
  }

  /** What suits {@code keys} keys on {@code pes} PEs with {@code workers} workers each. */
  public static SortPlan suited(long keys, int pes, int workers, Kernel kernel) {
    long all = (long) pes * workers;
    long cutoff = all == 1 ? keys : share(keys, leaves(all));
    cutoff = Math.clamp(cutoff, MIN_CUTOFF, MAX_CUTOFF);
    long mergeGrain = share(keys, MERGES_PER_WORKER * all);
    if (pes > 1) {
      long finer = Math.max(share(keys, MERGES_PER_WORKER_OF_PES * all), WORTH_TRAVELLING);
      mergeGrain = Math.min(mergeGrain, finer);
    }
    mergeGrain = Math.clamp(mergeGrain, MIN_CUTOFF, MAX_CUTOFF);
    return new SortPlan(cutoff, mergeGrain, share(keys, 2L * pes), kernel);
  }

  /**
   * The same, where that is too coarse finer: so that what all workers of a PE have open, and what
   * is aggregated, takes at most half of a cache for {@code cacheKeys} keys.
   */
  public SortPlan within(long cacheKeys, int workers) {
    long most = Math.max(2, cacheKeys / (2L * VIEWS_PER_MERGE * workers));
    return new SortPlan(
        Math.min(cutoff, most), Math.min(mergeGrain, most), Math.min(aggregate, most), kernel);
  }

  /**
   * The same for {@code keys} keys on pages of {@code pageKeys}: where pages travel, a merge is not
   * much shorter than one, else every page is fetched for several merges, and committed by several.
   * No merge becomes longer than a worker's share.
   */
  public SortPlan onPages(long pageKeys, long keys, int pes, int workers) {
    if (pes == 1) {
      return this;
    }
    long page = Math.min(Math.min(pageKeys, share(keys, (long) pes * workers)), MAX_CUTOFF);
    return new SortPlan(cutoff, Math.max(mergeGrain, page), aggregate, kernel);
  }

  /**
   * Two workers share few leaves evenly, and each level of merging passes over all keys; of more
   * workers some would be left with two or three leaves while the others have none.
   */
  private static long leaves(long workers) {
    return workers <= 2 ? workers : LEAVES_PER_WORKER * workers;
  }

  /** An equal share and an eighth: parts that are cut where pages begin are not all equal. */
  private static long share(long keys, long parts) {
    long share = Math.ceilDiv(keys, parts);
    return share + share / 8;
  }

  /** The same with tasks of at most {@code keys} keys. */
  public SortPlan withCutoff(long keys) {
    return new SortPlan(keys, Math.max(2, Math.min(mergeGrain, keys)), aggregate, kernel);
  }
}
