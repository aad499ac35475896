package org.temoto.fuzz;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * Frequencies of the kinds of steps that the tasks of a program take. Programs differ in it, for
 * what happens often hides what needs its absence: a page that tasks move now and then does not
 * stay with its first owner, and commits that are released once per task hardly meet what others
 * release.
 */
final class Mix {
  /** A kind of step. */
  enum Kind {
    READ,
    WRITE,
    MOVE,
    FENCE,
    ADD,
    NEST,
    REQUEST,
    FORK
  }

  /** The share of accesses that have fences around them, where that is so. */
  private static final double FENCED = 0.7;

  private final Map<Kind, Double> weights = new EnumMap<>(Kind.class);
  private double fenced;

  private Mix() {
    weights.put(Kind.READ, 0.18);
    weights.put(Kind.WRITE, 0.22);
    weights.put(Kind.MOVE, 0.1);
    weights.put(Kind.FENCE, 0.03);
    weights.put(Kind.ADD, 0.015);
    weights.put(Kind.NEST, 0.035);
    weights.put(Kind.REQUEST, 0.06);
    weights.put(Kind.FORK, 0.36);
  }

  static Mix draw(Random random, Shape shape) {
    Mix mix = new Mix();
    boolean contended = shape == Shape.CONTENDED;
    if (random.nextBoolean()) {
      mix.weights.put(Kind.MOVE, 0.0);
    }
    if (contended) {
      mix.weights.put(Kind.NEST, 0.2);
      mix.weights.put(Kind.FORK, 0.2);
    }
    mix.fenced = contended || random.nextInt(5) == 0 ? FENCED : 0;
    return mix;
  }

  /** The kind of the next step. */
  Kind next(Random random) {
    double left = random.nextDouble() * weights.values().stream().mapToDouble(w -> w).sum();
    for (Map.Entry<Kind, Double> each : weights.entrySet()) {
      left -= each.getValue();
      if (left < 0) {
        return each.getKey();
      }
    }
    return Kind.READ; // by rounding only
  }

  /** Tells whether an access acquires before or releases after. */
  boolean fences(Random random) {
    return random.nextDouble() < fenced;
  }
}
