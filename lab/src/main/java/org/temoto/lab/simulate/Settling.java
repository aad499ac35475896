package org.temoto.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Rule that tells when a run, repeated in the same JVM, takes no less time any more: until then it
 * is the compiler that is measured. The times have settled when the best of the last rounds is not
 * more than a twentieth better than the best before. The last rounds are ten, or fewer from three
 * on if their running took long.
 */
public final class Settling {
  /** Share by which a later time must be better to count as better. */
  static final double SHARE = 0.05;

  static final int MOST_LAST = 10;
  static final int FEWEST_LAST = 3;

  /**
   * Limits at which to stop, settled or not.
   *
   * @param rounds at most; at least 1
   * @param nanos that all rounds of a point may take on this machine; the first is run in any case
   * @param lastNanos of these, what is long enough for the last rounds if they are fewer than ten
   */
  public record Limits(int rounds, long nanos, long lastNanos) {
    private static final int MOST_ROUNDS = 60;

    /** Limits for a sweep. */
    public static final Limits SWEEP = ofMillis(10_000, 1_000);

    /**
     * Limits for the ends of an evaluation's line: the first point, which has not been compiled
     * for, and the last.
     */
    public static final Limits END_OF_LINE = ofMillis(6_000, 1_000);

    /** Limits for the points between. */
    public static final Limits WITHIN_LINE = ofMillis(800, 1_000);

    /** Limits for the last points of two lines that are compared. */
    public static final Limits COMPARED = ofMillis(20_000, 8_000);

    private static Limits ofMillis(long all, long last) {
      return new Limits(
          MOST_ROUNDS, TimeUnit.MILLISECONDS.toNanos(all), TimeUnit.MILLISECONDS.toNanos(last));
    }
  }

  private record Round(double seconds, long nanos) {}

  private final Limits limits;
  private final List<Round> rounds = new ArrayList<>();
  private long spent;

  public Settling(Limits limits) {
    this.limits = limits;
  }

  /**
   * Another round is over.
   *
   * @param seconds what it measured
   * @param nanos what running it took on this machine
   */
  public void add(double seconds, long nanos) {
    rounds.add(new Round(seconds, nanos));
    spent += nanos;
  }

  /** Number of rounds so far. */
  public int rounds() {
    return rounds.size();
  }

  /** Tells whether no further round is wanted. */
  public boolean isOver() {
    if (rounds.isEmpty()) {
      return false;
    }
    // The first round takes longer than others: it tells nothing of how long the next will take.
    long next = rounds.size() == 1 ? 0 : rounds.getLast().nanos;
    return rounds.size() >= limits.rounds || spent + next > limits.nanos || isLevel();
  }

  /** Tells whether the last rounds are no better than those before. */
  private boolean isLevel() {
    int last = last();
    int before = rounds.size() - last;
    return last > 0 && !isBetter(best(before, rounds.size()), best(0, before));
  }

  /** Number of rounds that are the last ones; 0 if there are too few. */
  private int last() {
    long nanos = 0;
    for (int count = 1; count < rounds.size(); count++) {
      nanos += rounds.get(rounds.size() - count).nanos;
      if (count == MOST_LAST || count >= FEWEST_LAST && nanos >= limits.lastNanos) {
        return count;
      }
    }
    return 0;
  }

  private double best(int from, int to) {
    return rounds.subList(from, to).stream().mapToDouble(Round::seconds).min().orElseThrow();
  }

  /** Tells whether none of {@code seconds}, measured afterwards, is better than the rounds were. */
  public boolean hasSettled(List<Double> seconds) {
    double afterwards = seconds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    return !isBetter(afterwards, best(0, rounds.size()));
  }

  private static boolean isBetter(double later, double before) {
    return later < before * (1 - SHARE);
  }
}
