package org.temoto.task.pattern.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.temoto.task.TaskContext;

/**
 * Search for where several sorted runs are cut so that they can be merged in parts: exactly, ties
 * broken by run and position, so that equal keys are cut evenly, too. Looks at a few keys of all
 * runs together, for all cuts that are asked for, time and again: where keys are far away, a round
 * is one wait.
 *
 * <p>Of each run [low, high] brackets a cut. A key is before the cut if fewer than {@code count}
 * keys of all runs are before it, each run's number clamped to its bracket, which changes nothing
 * about that. Of the numbers, the keys are known that the round has looked at.
 *
 * <p>Where it looks is guessed, by place at first and then by key, and only costs rounds if guessed
 * badly: later rounds look at places at equal distances, of which some are always decided.
 */
public final class Selection {
  /** The keys [{@code from}, {@code to}) of a run. */
  public record Part(int run, long from, long to) {
    private static final Comparator<Part> ORDER =
        Comparator.comparingInt(Part::run).thenComparingLong(Part::from);

    private boolean touches(Part next) {
      return run == next.run && next.from <= to;
    }
  }

  /**
   * Places at which runs are cut.
   *
   * @param places of each cut, in each run
   * @param probes how many keys were looked at for that
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and not compared
  record Cuts(long[][] places, long probes) {}

  /** A bracket of at most so many keys is read as a whole. */
  static final int WHOLE = 64;

  /** Places that a round looks at on either side of its guess, each twice as far as the last. */
  private static final int STEPS = 4;

  /** Rounds that guess. Few values, or runs of unlike keys, are better halved than guessed at. */
  private static final int GUESSES = 2;

  /** Number of halvings by which a key is guessed: the brackets are not known any better. */
  private static final int HALVINGS = 40;

  private final long count;
  private final long[] low;
  private final long[] high;

  /** Keys of each run that stand before the bracket and at its end, as far as known. */
  private final double[] before;

  private final double[] after;

  /** Parts at which the present round looks. */
  private final List<Part> parts = new ArrayList<>();

  private int rounds;

  private Selection(long count, long[] lengths) {
    long all = Arrays.stream(lengths).sum();
    if (count < 0 || count > all) {
      throw new IllegalArgumentException("count=" + count + " must be from 0 to " + all);
    }
    this.count = count;
    this.low = count == all ? lengths.clone() : new long[lengths.length];
    this.high = count == 0 ? new long[lengths.length] : lengths.clone();
    this.before = new double[lengths.length];
    this.after = new double[lengths.length];
    Arrays.fill(before, Double.NEGATIVE_INFINITY);
    Arrays.fill(after, Double.POSITIVE_INFINITY);
  }

  /**
   * Cuts runs that stand one behind the other, each from its start to the next, so that so many
   * keys are before each cut.
   *
   * @param counts of keys, one for each cut
   * @param starts of the runs, and at last the end
   * @param reader of the keys of parts that are disjoint, in the order of runs and places, all
   *     together: returns these, in their order, as integers that are ordered as keys are
   * @return of each cut, the place in each run, counted as {@code starts} are
   */
  public static long[][] cut(
      TaskContext context, long[] counts, long[] starts, Function<List<Part>, long[]> reader) {
    long[] lengths = new long[starts.length - 1];
    Arrays.setAll(lengths, run -> starts[run + 1] - starts[run]);
    Cuts cuts = of(counts, lengths, reader);
    context.charge(SortCosts.select(cuts.probes()));
    for (long[] places : cuts.places()) {
      Arrays.setAll(places, run -> starts[run] + places[run]);
    }
    return cuts.places();
  }

  /**
   * Numbers of so many smallest keys that stand in each run.
   *
   * @param counts of keys, one for each cut
   * @param lengths of the runs, which have as many keys at least
   */
  static Cuts of(long[] counts, long[] lengths, Function<List<Part>, long[]> reader) {
    Selection[] selections = new Selection[counts.length];
    Arrays.setAll(selections, cut -> new Selection(counts[cut], lengths));
    long probes = 0;
    while (true) {
      List<Part> parts = new ArrayList<>();
      for (Selection selection : selections) {
        selection.look();
        parts.addAll(selection.parts);
      }
      if (parts.isEmpty()) {
        break;
      }
      parts = union(parts);
      long[] orders = reader.apply(parts);
      probes += orders.length;
      for (Selection selection : selections) {
        selection.narrow(selection.own(parts, orders));
      }
    }
    long[][] places = new long[counts.length][];
    Arrays.setAll(places, cut -> selections[cut].low);
    return new Cuts(places, probes);
  }

  /** The same keys, each once. */
  private static List<Part> union(List<Part> parts) {
    parts.sort(Part.ORDER);
    List<Part> union = new ArrayList<>();
    Part last = parts.getFirst();
    for (Part part : parts) {
      if (last.touches(part)) {
        last = new Part(last.run, last.from, Math.max(last.to, part.to));
      } else {
        union.add(last);
        last = part;
      }
    }
    union.add(last);
    return union;
  }

  /** Orders of the keys of the own parts among those of a union with others'. */
  private long[] own(List<Part> union, long[] orders) {
    long[] own = new long[keys(parts)];
    int next = 0;
    int index = 0;
    int start = 0;
    for (Part part : parts) {
      Part whole = union.get(index);
      while (whole.run != part.run || whole.to <= part.from) {
        start += (int) (whole.to - whole.from);
        whole = union.get(++index);
      }
      int length = (int) (part.to - part.from);
      System.arraycopy(orders, start + (int) (part.from - whole.from), own, next, length);
      next += length;
    }
    return own;
  }

  /** Number of keys in {@code parts}. */
  public static int keys(List<Part> parts) {
    long keys = 0;
    for (Part part : parts) {
      keys += part.to() - part.from();
    }
    return Math.toIntExact(keys);
  }

  /** Finds out what to look at in the next round: nothing if the cut is known. */
  private void look() {
    parts.clear();
    boolean guesses = rounds < GUESSES;
    double share = rounds == 0 ? (double) count / Arrays.stream(high).sum() : 0;
    double key = guesses && rounds > 0 ? guessedKey() : 0;
    for (int run = 0; run < low.length; run++) {
      if (guesses && high[run] - low[run] > WHOLE) {
        addAround(run, rounds == 0 ? share : share(run, key));
      } else {
        addSpread(run);
      }
    }
    rounds++;
  }

  /**
   * The key at which the runs are cut, if those in each bracket are spread evenly; not a number
   * where no bracket is known by keys at both ends.
   */
  private double guessedKey() {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int run = 0; run < low.length; run++) {
      if (low[run] < high[run] && isBracketed(run)) {
        least = Math.min(least, before[run]);
        most = Math.max(most, after[run]);
      }
    }
    for (int i = 0; i < HALVINGS && least < most; i++) {
      double key = least + (most - least) / 2;
      double smaller = 0;
      for (int run = 0; run < low.length; run++) {
        smaller += low[run] + (high[run] - low[run]) * share(run, key);
      }
      if (smaller < count) {
        least = key;
      } else {
        most = key;
      }
    }
    return Double.isInfinite(least) ? Double.NaN : least;
  }

  private boolean isBracketed(int run) {
    return before[run] != Double.NEGATIVE_INFINITY && after[run] != Double.POSITIVE_INFINITY;
  }

  /** The part of a run's bracket that is smaller than {@code key}, if it is spread evenly. */
  private double share(int run, double key) {
    if (key <= before[run]) {
      return 0;
    }
    if (key >= after[run]) {
      return 1;
    }
    return isBracketed(run) ? (key - before[run]) / (after[run] - before[run]) : 0.5;
  }

  /**
   * Runs that are alike are cut near the proportional place, off by a multiple of the root of their
   * length: the places are denser there.
   */
  private void addAround(int run, double share) {
    double width = high[run] - low[run];
    long guess = low[run] + (long) (width * share);
    long step = Math.max(1, (long) (Math.sqrt(width * share * (1 - share)) / 2));
    long last = low[run] - 1;
    for (int i = -STEPS; i < STEPS; i++) {
      long place = i < 0 ? guess - (step << ~i) : guess + (step << i);
      long at = Math.clamp(place, low[run], high[run] - 1);
      if (at > last) {
        parts.add(new Part(run, at, at + 1));
        last = at;
      }
    }
  }

  /** All of a short bracket, or places at equal distances. */
  private void addSpread(int run) {
    long width = high[run] - low[run];
    if (width == 0) {
      return;
    }
    if (width <= WHOLE) {
      parts.add(new Part(run, low[run], high[run]));
      return;
    }
    for (int i = 1; i <= 2 * STEPS; i++) {
      long at = low[run] + width * i / (2 * STEPS + 1);
      parts.add(new Part(run, at, at + 1));
    }
  }

  /** Moves the brackets to what is decided by the keys of the parts. */
  private void narrow(long[] orders) {
    int[] runs = new int[orders.length];
    long[] places = new long[orders.length];
    int[] starts = new int[low.length + 1];
    int next = 0;
    for (Part part : parts) {
      for (long at = part.from(); at < part.to(); at++) {
        runs[next] = part.run();
        places[next++] = at;
      }
      starts[part.run() + 1] = next;
    }
    for (int run = 0; run < low.length; run++) {
      starts[run + 1] = Math.max(starts[run], starts[run + 1]);
    }
    decide(orders, ascending(orders, starts), runs, places, starts);
  }

  /**
   * The indexes of {@code orders}, of which each run's part ascends, in ascending order; a stable
   * merge, so that equal ones stay in the order of run and place.
   */
  private static int[] ascending(long[] orders, int[] starts) {
    int[] from = new int[orders.length];
    int[] into = new int[orders.length];
    Arrays.setAll(from, i -> i);
    int runs = starts.length - 1;
    for (int width = 1; width < runs; width *= 2) {
      for (int run = 0; run < runs; run += 2 * width) {
        int i = starts[run];
        int middle = starts[Math.min(runs, run + width)];
        int j = middle;
        int end = starts[Math.min(runs, run + 2 * width)];
        for (int k = i; k < end; k++) {
          boolean left = j == end || i < middle && orders[from[i]] <= orders[from[j]];
          into[k] = left ? from[i++] : from[j++];
        }
      }
      int[] merged = into;
      into = from;
      from = merged;
    }
    return from;
  }

  private void decide(long[] orders, int[] ascending, int[] runs, long[] places, int[] starts) {
    // Of the keys before a probe there are at least so many in a run, and at most so many.
    long[] least = low.clone();
    long[] most = new long[low.length];
    long[] wide = high.clone();
    for (int run = 0; run < low.length; run++) {
      most[run] = starts[run] < starts[run + 1] ? places[starts[run]] : wide[run];
    }
    long atLeast = Arrays.stream(least).sum();
    long atMost = Arrays.stream(most).sum();
    for (int probe : ascending) {
      int run = runs[probe];
      long place = places[probe];
      if (atMost < count) {
        low[run] = place + 1;
        before[run] = orders[probe];
      } else if (place < high[run] && atLeast - least[run] + place >= count) {
        high[run] = place;
        after[run] = orders[probe];
      }
      long next = probe + 1 < starts[run + 1] ? places[probe + 1] : wide[run];
      atLeast += place + 1 - least[run];
      least[run] = place + 1;
      atMost += next - most[run];
      most[run] = next;
    }
  }
}
