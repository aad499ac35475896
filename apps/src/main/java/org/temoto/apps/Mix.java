package org.temoto.apps;

/**
 * Random numbers by position: element i of a generated input is a function of seed and i, so any PE
 * generates any part and the input does not depend on how many PEs there are. The mixing function
 * is SplitMix64's (Steele et al., 2014).
 */
public final class Mix {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1p-53;

  private Mix() {}

  /**
   * A one-to-one map of 64 bits in which every bit of the input changes about half of the output's.
   */
  public static long bits(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** 64 random bits for position {@code index}. */
  public static long at(long seed, long index) {
    return bits(bits(seed) + (index + 1) * GOLDEN);
  }

  /** Uniform in [0, 1). */
  public static double unit(long seed, long index) {
    return (at(seed, index) >>> 11) * UNIT;
  }
}
