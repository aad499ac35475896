package org.temoto.gas.simulated.backend;

/** A small, fast stream of random decisions (SplitMix64); not thread-safe. */
final class SeededRandom {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  /** The stream number {@code stream} of {@code seed}; different streams are independent. */
  SeededRandom(long seed, long stream) {
    state = mix(mix(seed) + GOLDEN_GAMMA * (stream + 1));
  }

  /**
   * From 0 to below 1, evenly: what the stream has at {@code number}, from 0 on. For draws whose
   * numbers several threads agree on.
   */
  static double share(long seed, long stream, long number) {
    long start = mix(mix(seed) + GOLDEN_GAMMA * (stream + 1));
    return (mix(start + GOLDEN_GAMMA * (number + 1)) >>> 11) * 0x1p-53;
  }

  /** True once in {@code n} times; {@code n} is a power of two. */
  boolean once(int n) {
    return (next() >>> 32 & (n - 1)) == 0;
  }

  /** From 0 to {@code bound - 1}; {@code bound} is below 2^31. */
  int below(int bound) {
    return (int) ((next() >>> 32) * bound >>> 32);
  }

  /** From 0 to {@code bound - 1}. */
  long below(long bound) {
    return Math.floorMod(next() >>> 1, bound);
  }

  private long next() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
