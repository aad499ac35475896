package org.temoto.task.pattern;

import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Cut of a walk over arrays into parts, one for each leaf of the recursion, and of these into
 * grains. Cuts are where pages of the array that decides begin, unless parts are shorter.
 *
 * @param length in elements
 * @param lead elements from the start of a page to the first one
 * @param pageElements elements per page, or 1 where cuts may be anywhere
 */
record WalkPlan(
    long length, long parts, long grain, long lead, long pageElements, boolean prefetch) {
  private static final long LEAVES_PER_WORKER = 4;

  /**
   * Most parts whose totals, if numbers, fit into the smallest place that there is for large tasks.
   */
  private static final long MOST_TOTALS = 2048;

  /** Three arrays at hand, pages in part at their ends, and the next grain on its way. */
  private static final long CACHE_PARTS = 8;

  /** The cut of arrays that are as long as {@code decisive}, whose pages decide. */
  static WalkPlan of(GlobalAddressSpace space, Patterns.Policy policy, Operand decisive) {
    return of(space, policy, decisive, workers(space), Long.MAX_VALUE);
  }

  /**
   * The same for a walk of which tasks take along what each part comes to.
   *
   * @param shares equal shares that the work comes in
   */
  static WalkPlan ofSweep(
      GlobalAddressSpace space, Patterns.Policy policy, Operand decisive, long shares) {
    long most = Math.max(MOST_TOTALS, LEAVES_PER_WORKER * shares);
    return of(space, policy, decisive, shares, most);
  }

  private static WalkPlan of(
      GlobalAddressSpace space,
      Patterns.Policy policy,
      Operand decisive,
      long shares,
      long mostParts) {
    long page = decisive.range().memory().pageSize() / decisive.elementBytes();
    long lead = decisive.range().offset() / decisive.elementBytes() % page;
    long least = Math.max(page, Patterns.Policy.SUITED_ELEMENTS);
    long length = decisive.length();
    long parts = Math.min(parts(space, policy, length, least, shares), mostParts);
    boolean aligned = length >= parts * page / 2;
    long grain =
        policy.grain() == Patterns.Policy.SUITED
            ? Math.min(least, cachedElements(space.options()))
            : policy.grain();
    boolean prefetch = policy.prefetch() && space.pes() > 1;
    return new WalkPlan(length, parts, grain, aligned ? lead : 0, aligned ? page : 1, prefetch);
  }

  /** The cut of so many indices. */
  static WalkPlan ofIndices(GlobalAddressSpace space, Patterns.Policy policy, long length) {
    return new WalkPlan(length, parts(space, policy, length, 1, workers(space)), 1, 0, 1, false);
  }

  /** The same cut into parts, with grains of {@code most} elements at most. */
  WalkPlan withGrainAtMost(long most) {
    return new WalkPlan(length, parts, Math.min(grain, most), lead, pageElements, prefetch);
  }

  /** Elements of an array that each worker may have at hand without crowding a small cache. */
  private static long cachedElements(GasOptions options) {
    return Math.max(1, options.cacheBytes() / CACHE_PARTS / Long.BYTES / options.workers());
  }

  private static long parts(
      GlobalAddressSpace space, Patterns.Policy policy, long length, long least, long shares) {
    if (policy.cutoff() != Patterns.Policy.SUITED) {
      return Math.max(1, Math.ceilDiv(length, policy.cutoff()));
    }
    return workers(space) == 1
        ? 1
        : Math.clamp(length / least, 1, LEAVES_PER_WORKER * Math.max(1, shares));
  }

  /** The workers of all PEs. */
  static long workers(GlobalAddressSpace space) {
    GasOptions options = space.options();
    return (long) options.pes() * options.workers();
  }

  /** Start of a part, counted from 0; the one after the last begins at the end. */
  long start(long index) {
    if (index == 0 || index == parts) {
      return index == 0 ? 0 : length;
    }
    long rest = length % parts;
    boolean fits = parts <= Integer.MAX_VALUE; // and so the product below
    long exact = length / parts * index + (fits ? rest * index / parts : Math.min(index, rest));
    return Math.clamp(aligned(exact + pageElements / 2), 0, length);
  }

  /** End of the grain that begins at {@code at}, in a part that ends at {@code end}. */
  long grainEnd(long at, long end) {
    if (grain >= end - at) {
      return end;
    }
    long aligned = aligned(at + grain);
    return aligned > at ? aligned : at + grain;
  }

  /** The start of the page that {@code index} is in. */
  private long aligned(long index) {
    return (lead + index) / pageElements * pageElements - lead;
  }
}
