package org.temoto.fuzz;

import java.util.Random;

/** The tree of tasks of a program: how they meet. */
enum Shape {
  /** Tasks fork again and again, a few children at a time, and do little. */
  DEEP(4, 3, 2, 3),
  /** A few forks of many children, which do more, on few pages. */
  CROWDED(2, 5, 3, 6),
  /**
   * Forks of many children, which do a lot, all on a page or two: each has a unit or two of its
   * own. Now and then they fork, too, a child or two that do little.
   */
  CONTENDED(2, 12, 4, 6);

  private final int mostDepth;
  private final int mostSteps;
  private final int leastChildren;
  private final int mostChildren;

  Shape(int mostDepth, int mostSteps, int leastChildren, int mostChildren) {
    this.mostDepth = mostDepth;
    this.mostSteps = mostSteps;
    this.leastChildren = leastChildren;
    this.mostChildren = mostChildren;
  }

  /**
   * Draws a shape.
   *
   * @param tight whether pages are to be evicted: then there are many, on which tasks need not meet
   */
  static Shape draw(Random random, boolean tight) {
    int kind = random.nextInt(8);
    if (tight) {
      return kind < 3 ? CROWDED : DEEP;
    }
    return kind < 2 ? CROWDED : kind < 5 ? CONTENDED : DEEP;
  }

  /** Depth to which forks are nested in a run. */
  int depth(Random random) {
    return this == CONTENDED ? mostDepth : 1 + random.nextInt(mostDepth);
  }

  /** The number of steps that are drawn for a task that may fork as deep. */
  int steps(Random random, int depth) {
    return 1 + random.nextInt(this == CONTENDED && depth == 0 ? 4 : mostSteps);
  }

  /** The number of children of a task that may fork as deep. */
  int children(Random random, int depth) {
    if (this == CONTENDED && depth == 1) {
      return 1 + random.nextInt(2);
    }
    return leastChildren + random.nextInt(mostChildren - leastChildren + 1);
  }
}
