package org.temoto.apps.sort;

import org.temoto.apps.Mix;

/** Distribution of generated keys. */
public enum KeyDistribution {
  /** Every key as likely as any other. */
  UNIFORM {
    @Override
    double at(long seed, long index, long count) {
      return Mix.unit(seed, index);
    }
  },
  /** Ascending. */
  SORTED {
    @Override
    double at(long seed, long index, long count) {
      return (double) index / count;
    }
  },
  /** Descending. */
  REVERSED {
    @Override
    double at(long seed, long index, long count) {
      return (double) (count - 1 - index) / count;
    }
  },
  /** All the same, chosen by the seed. */
  EQUAL {
    @Override
    double at(long seed, long index, long count) {
      return Mix.unit(seed, 0);
    }
  },
  /**
   * Rank r of a million ranks with a probability proportional to 1/r: few keys make up most of the
   * input.
   */
  ZIPF {
    @Override
    double at(long seed, long index, long count) {
      long rank = (long) Math.pow(ZIPF_RANKS, Mix.unit(seed, index));
      return Mix.unit(seed ^ ZIPF_RANKS, rank);
    }
  };

  private static final int ZIPF_RANKS = 1_000_000;

  /** Key {@code index} of {@code count} as a number from 0 to 1, the 1 excluded. */
  abstract double at(long seed, long index, long count);
}
