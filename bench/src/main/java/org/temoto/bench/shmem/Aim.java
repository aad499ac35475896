package org.temoto.bench.shmem;

import java.util.Locale;

/**
 * The bound that a ratio of Temoto's figure to the limit's has to keep.
 *
 * @param allowanceNanos what a time may be above an upper bound
 */
record Aim(Relation relation, double bound, long allowanceNanos) {
  enum Relation {
    AT_MOST,
    AT_LEAST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Aim for costs: Temoto's time by the limit's. */
  static Aim atMost(double bound) {
    return new Aim(Relation.AT_MOST, bound, 0);
  }

  /** Aim for rates: Temoto's bandwidth by the limit's. */
  static Aim atLeast(double bound) {
    return new Aim(Relation.AT_LEAST, bound, 0);
  }

  /** The same for times that may be above the bound by {@code nanos}. */
  Aim plusNanos(long nanos) {
    return new Aim(relation, bound, nanos);
  }

  /**
   * Compares {@code ratio} with the bound.
   *
   * @param limitNanos the limit's time, to which the allowance is compared
   */
  boolean holds(double ratio, double limitNanos) {
    return relation == Relation.AT_MOST
        ? ratio <= bound + allowanceNanos / limitNanos
        : ratio >= bound;
  }

  @Override
  public String toString() {
    return relation + " " + bound + (allowanceNanos == 0 ? "" : " + " + allowanceNanos + " ns");
  }
}
