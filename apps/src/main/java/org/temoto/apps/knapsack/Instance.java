package org.temoto.apps.knapsack;

import org.temoto.gas.InvalidOptionException;

/**
 * A generated problem: which of {@code count} items to take into a knapsack that holds half of
 * their weight. Values are close to weights, which makes it hard (Pisinger, 2005, "strongly
 * correlated").
 *
 * @param count from 1 to {@link #MAX}
 */
public record Instance(int count, long seed) {
  /** More would run for ever, or take long to verify. */
  public static final int MAX = 200;

  public Instance {
    if (count < 1 || count > MAX) {
      throw new InvalidOptionException("n", count, "from 1 to " + MAX);
    }
  }
}
