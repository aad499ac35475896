package org.temoto.gas.simulated.backend;

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
  static SeededRandom random(long seed) {
    return new SeededRandom(seed, -1);
  }

  /** Reordering of the network of a schedule of {@code seed}. */
  static Reordering reordering(long seed) {
    return new Reordering(seed, draw(random(seed)).maxAgeNanos());
  }

  static ScheduleProfile draw(SeededRandom random) {
    return new ScheduleProfile(
        STEPS[random.below(STEPS.length)],
        STAYING[random.below(STAYING.length)],
        random.once(2),
        AGES[random.below(AGES.length)]);
  }

  /** Weight with which a new strand is to be picked, compared with others. */
  int weight(SeededRandom random) {
    return uneven ? 1 << 2 * random.below(4) : 1;
  }
}
