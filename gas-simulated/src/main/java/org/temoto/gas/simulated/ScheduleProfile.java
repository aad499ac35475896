package org.temoto.gas.simulated;

/**
 * Character of a seeded schedule, drawn from its seed: what one kind of schedule never shows
 * another shows often.
 *
 * @param stepNanos how much time passes from one scheduling point to the next, at most
 * @param staying of 8 times, how often the strand that runs goes on
 * @param uneven whether some strands are picked far more often than others
 * @param maxAgeNanos how long the network keeps an operation, if no strand waits for it
 */
record ScheduleProfile(long stepNanos, int staying, boolean uneven, long maxAgeNanos) {
  private static final long[] STEPS = {40, 400, 4_000};
  private static final int[] STAYING = {0, 4, 7};
  private static final long[] AGES = {1_000, 50_000, 2_000_000};

  /** The lots that a schedule of {@code seed} is drawn by. */
  static SeededRandom lottery(long seed) {
    return new SeededRandom(seed, -1);
  }

  /** How weak the network of a schedule of {@code seed} is. */
  static Reordering weakness(long seed) {
    return new Reordering(seed, draw(lottery(seed)).maxAgeNanos());
  }

  static ScheduleProfile draw(SeededRandom lottery) {
    return new ScheduleProfile(
        STEPS[lottery.below(STEPS.length)],
        STAYING[lottery.below(STAYING.length)],
        lottery.once(2),
        AGES[lottery.below(AGES.length)]);
  }

  /** How often a new strand is to be picked, compared with others. */
  int weight(SeededRandom lottery) {
    return uneven ? 1 << 2 * lottery.below(4) : 1;
  }
}
