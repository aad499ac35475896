package org.temoto.gas.simulated.backend;

/**
 * Options of how the simulated network uses the freedom that OpenSHMEM gives it.
 *
 * @param seed of all lotteries: equal seeds and equal calls give equal deliveries
 * @param maxAgeNanos how long an operation that could be delivered stays pending at most, once
 *     anything of its PE makes progress; {@link #FOREVER} for tests that must not depend on the
 *     clock
 */
record Reordering(long seed, long maxAgeNanos) {
  static final long FOREVER = Long.MAX_VALUE;

  /**
   * Long enough to be seen by a program that forgets a quiet, short against what a thief waits for.
   */
  private static final long DEFAULT_MAX_AGE_NANOS = 50_000;

  /** No reordering: what the network has carried is delivered at once, and whole. */
  static final Reordering NONE = new Reordering(0, 0);

  boolean isNone() {
    return maxAgeNanos == 0;
  }

  static Reordering of(long seed) {
    return new Reordering(seed, DEFAULT_MAX_AGE_NANOS);
  }

  /** The moment at which an operation that can be delivered from {@code ready} on must be. */
  long dueAt(long ready) {
    return maxAgeNanos == FOREVER ? FOREVER : ready + maxAgeNanos;
  }

  SeededRandom random(int rank, int channel) {
    return new SeededRandom(seed, (long) rank << 32 | channel);
  }
}
