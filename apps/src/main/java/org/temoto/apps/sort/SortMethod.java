package org.temoto.apps.sort;

import java.util.Locale;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.pattern.sort.SortPlan;

/** Way in which a sort merges its sorted runs. */
public enum SortMethod {
  /**
   * Two at a time, as in the Cilk examples: a merge is cut in two by a search, and every task
   * localizes the ranges that it is given, and commits.
   */
  CILKSORT(2, 2),

  /**
   * Merges as many runs at a time as there are: a task reads its part of each, and writes whole
   * pages.
   */
  MULTIWAY(3, SortPlan.MAX_WAYS);

  private final int least;
  private final int most;

  SortMethod(int least, int most) {
    this.least = least;
    this.most = most;
  }

  /** The method of a plan. */
  public static SortMethod of(SortPlan plan) {
    return plan.ways() == CILKSORT.most ? CILKSORT : MULTIWAY;
  }

  /** The most runs that are merged at a time, where the user does not say it. */
  public int ways() {
    return most;
  }

  /** Refuses numbers of runs at a time that are not this method's. */
  public void requireWays(int ways) {
    if (ways < least || ways > most) {
      String rule = least == most ? String.valueOf(most) : "from " + least + " to " + most;
      throw new InvalidOptionException("ways", ways, rule + " with --method " + label());
    }
  }

  /** Name of the method, as it is typed. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
