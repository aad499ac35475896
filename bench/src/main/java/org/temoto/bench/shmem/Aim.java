package org.temoto.bench.shmem;

import java.util.Locale;

/** What a ratio should be. */
record Aim(Relation relation, double bound) {
  enum Relation {
    AT_MOST,
    AT_LEAST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Of costs: Temoto's time by the limit's. */
  static Aim atMost(double bound) {
    return new Aim(Relation.AT_MOST, bound);
  }

  /** Of rates: Temoto's bandwidth by the limit's. */
  static Aim atLeast(double bound) {
    return new Aim(Relation.AT_LEAST, bound);
  }

  boolean holds(double ratio) {
    return relation == Relation.AT_MOST ? ratio <= bound : ratio >= bound;
  }

  @Override
  public String toString() {
    return relation + " " + bound;
  }
}
