package org.temoto.task.pattern.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.task.TaskContext;

/**
 * Where several sorted runs are cut so that they can be merged in parts: exactly, ties broken by
 * run and position, so that equal keys are cut evenly, too. Looks at a few keys of all runs
 * together, time and again: where keys are far away, a round is one wait.
 *
 * <p>Of each run [low, high] brackets the cut. A key is before the cut if fewer than {@code count}
 * keys of all runs are before it, each run's number clamped to its bracket, which changes nothing
 * about that. What is known of the numbers are the keys that the round has looked at.
 */
final class Selection {
  /** Reads parts of runs, all together. */
  interface Reader {
    /** The keys of the parts, in their order, as integers that are ordered as keys are. */
    long[] read(List<Part> parts);
  }

  /** The keys [{@code from}, {@code to}) of a run. */
  record Part(int run, long from, long to) {}

  /**
   * Where runs are cut.
   *
   * @param places in each run
   * @param probes how many keys were looked at for that
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and compared by nobody
  record Cuts(long[] places, long probes) {}

  /** A bracket of at most so many keys is read as a whole. */
  static final int WHOLE = 64;

  /** Places that the first round looks at on either side of the guess. */
  private static final int FIRST_STEPS = 4;

  /** Places of a bracket that later rounds look at. */
  private static final int STEPS = 8;

  private final long count;
  private final Reader reader;
  private final long[] low;
  private final long[] high;
  private long probes;

  private Selection(long count, long[] lengths, Reader reader) {
    this.count = count;
    this.reader = reader;
    this.low = new long[lengths.length];
    this.high = lengths.clone();
  }

  /**
   * Where runs that stand one behind the other, each from its start to the next, are cut so that
   * {@code count} keys are before.
   *
   * @param starts of the runs, and at last the end
   */
  static long[] cut(TaskContext context, long count, long[] starts, Reader reader) {
    long[] lengths = new long[starts.length - 1];
    Arrays.setAll(lengths, run -> starts[run + 1] - starts[run]);
    Cuts cuts = of(count, lengths, reader);
    context.charge(SortCosts.select(cuts.probes()));
    long[] places = cuts.places();
    Arrays.setAll(places, run -> starts[run] + places[run]);
    return places;
  }

  /**
   * How many of the {@code count} smallest keys stand in each run.
   *
   * @param lengths of the runs, which have {@code count} keys at least
   */
  static Cuts of(long count, long[] lengths, Reader reader) {
    long all = Arrays.stream(lengths).sum();
    if (count < 0 || count > all) {
      throw new IllegalArgumentException("count=" + count + " must be from 0 to " + all);
    }
    Selection selection = new Selection(count, lengths, reader);
    if (count == 0) {
      Arrays.fill(selection.high, 0);
    } else if (count == all) {
      System.arraycopy(lengths, 0, selection.low, 0, lengths.length);
    } else {
      selection.run((double) count / all);
    }
    return new Cuts(selection.low, selection.probes);
  }

  private void run(double share) {
    List<Part> parts = new ArrayList<>();
    for (int run = 0; run < low.length; run++) {
      addAroundGuess(parts, run, share);
    }
    narrow(parts);
    while (!Arrays.equals(low, high)) {
      parts.clear();
      for (int run = 0; run < low.length; run++) {
        addSpread(parts, run);
      }
      narrow(parts);
    }
  }

  /**
   * Runs that are alike are cut near the proportional place, off by a multiple of the root of their
   * length: the places are denser there.
   */
  private void addAroundGuess(List<Part> parts, int run, double share) {
    long length = high[run];
    if (length <= WHOLE) {
      addSpread(parts, run);
      return;
    }
    long guess = (long) (length * share);
    long step = Math.max(1, (long) (Math.sqrt(length * share * (1 - share)) / 2));
    long[] places = new long[2 * FIRST_STEPS];
    for (int i = 0; i < FIRST_STEPS; i++) {
      long distance = step << 2 * i;
      places[FIRST_STEPS - 1 - i] = guess - distance;
      places[FIRST_STEPS + i] = guess + distance;
    }
    long last = -1;
    for (long place : places) {
      long at = Math.clamp(place, 0, length - 1);
      if (at > last) {
        parts.add(new Part(run, at, at + 1));
        last = at;
      }
    }
  }

  /** All of a short bracket, or places at equal distances. */
  private void addSpread(List<Part> parts, int run) {
    long width = high[run] - low[run];
    if (width == 0) {
      return;
    }
    if (width <= WHOLE) {
      parts.add(new Part(run, low[run], high[run]));
      return;
    }
    for (int i = 1; i <= STEPS; i++) {
      long at = low[run] + width * i / (STEPS + 1);
      parts.add(new Part(run, at, at + 1));
    }
  }

  /** Reads the parts and moves the brackets to what is decided by them. */
  private void narrow(List<Part> parts) {
    long[] orders = reader.read(parts);
    probes += orders.length;
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
    decide(ascending(orders, starts), runs, places, starts);
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

  private void decide(int[] ascending, int[] runs, long[] places, int[] starts) {
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
      } else if (atLeast - least[run] + place >= count) {
        high[run] = Math.min(high[run], place);
      }
      long next = probe + 1 < starts[run + 1] ? places[probe + 1] : wide[run];
      atLeast += place + 1 - least[run];
      least[run] = place + 1;
      atMost += next - most[run];
      most[run] = next;
    }
  }
}
