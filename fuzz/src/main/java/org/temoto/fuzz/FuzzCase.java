package org.temoto.fuzz;

/**
 * Case that one seed stands for: a program, what it runs on, and the seed of its schedule, of late
 * and unordered deliveries, and of victims.
 */
record FuzzCase(ClusterShape cluster, Program program, long schedule) {
  /** The case of a seed, the same everywhere. */
  static FuzzCase of(long seed) {
    return CaseGenerator.generate(seed);
  }

  FuzzCase with(Program other) {
    return new FuzzCase(cluster, other, schedule);
  }

  FuzzCase with(ClusterShape other) {
    return new FuzzCase(other, program, schedule);
  }

  FuzzCase withSchedule(long other) {
    return new FuzzCase(cluster, program, other);
  }
}
