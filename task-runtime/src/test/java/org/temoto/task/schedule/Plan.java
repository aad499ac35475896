package org.temoto.task.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Plan of a task of a random tree, all from its seed: rounds of children, how they are forked and
 * joined, and how long it computes in between.
 *
 * @param pauses in simulated nanoseconds, one before each fork and join, in turn
 * @param resultBytes more than fits into a join cell, or few
 */
record Plan(List<Round> rounds, int[] pauses, int resultBytes) {
  /** Ways in which the children of a round are joined. */
  enum Way {
    LAST_FIRST,
    FIRST_FIRST,
    SHUFFLED,
    SYNC,
    SCOPE,
    NOT
  }

  enum Kind {
    NUMBER,
    TEXT,
    /** Throws, and its parent, which has no other child then, expects it. */
    FAILING
  }

  record Child(Kind kind, long seed, int depth, int loadBytes) {}

  record Round(List<Child> children, Way way) {}

  private static final int MANY_BYTES = 700;

  static Plan of(long seed, int depth) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Round> rounds = new ArrayList<>();
    int count = depth == 0 ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      boolean alone = rounds.stream().noneMatch(each -> each.way == Way.NOT);
      rounds.add(round(random, depth, alone));
    }
    int[] pauses = new int[1 + random.nextInt(3)];
    int longest = random.nextBoolean() ? 1 : 5_000;
    for (int i = 0; i < pauses.length; i++) {
      pauses[i] = random.nextInt(longest);
    }
    return new Plan(List.copyOf(rounds), pauses, bytes(random));
  }

  private static int bytes(SplittableRandom random) {
    return random.nextBoolean() ? MANY_BYTES : random.nextInt(10);
  }

  /**
   * @param alone whether no child of an earlier round may still be there, which a failure would
   *     cancel
   */
  private static Round round(SplittableRandom random, int depth, boolean alone) {
    if (random.nextInt(8) == 0 && alone) {
      Child failing = new Child(Kind.FAILING, random.nextLong(), 0, bytes(random));
      return new Round(List.of(failing), Way.FIRST_FIRST);
    }
    List<Child> children = new ArrayList<>();
    int count = random.nextInt(12) == 0 ? 12 : 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      Kind kind = random.nextBoolean() ? Kind.NUMBER : Kind.TEXT;
      int below = count > 4 ? 0 : random.nextInt(depth);
      children.add(new Child(kind, random.nextLong(), below, bytes(random)));
    }
    return new Round(children, Way.values()[random.nextInt(Way.values().length)]);
  }

  /** Number that the task of {@code seed} adds to the sum by itself. */
  static long own(long seed) {
    return seed * 0x9e3779b97f4a7c15L;
  }

  /** Number that a parent adds for a child that failed. */
  static final long FAILED = 7;

  /** The sum of the tree below a seed, sequentially; every task that runs is entered in the log. */
  static long expected(long seed, int depth, RunLog log) {
    log.ran(seed);
    if (log.isDoomed(seed, depth)) {
      log.dies();
    }
    long sum = own(seed);
    for (Round round : of(seed, depth).rounds) {
      for (Child child : round.children) {
        if (child.kind == Kind.FAILING) {
          log.ran(child.seed);
          sum += FAILED;
        } else {
          long below = expected(child.seed, child.depth, log);
          sum += round.way == Way.NOT ? 0 : below;
        }
      }
    }
    return sum;
  }
}
