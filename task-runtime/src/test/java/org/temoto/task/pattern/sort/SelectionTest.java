package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of selections against sorting all keys with their places. */
class SelectionTest {
  private static final int SHAPES = 7;

  /** Equal distances leave a third of all brackets in a round, until they are read whole. */
  private static final int MOST_ROUNDS = 40;

  @Property(tries = 400)
  void shouldCutRunsWhereSortingThemTogetherDoes(
      @ForAll @IntRange(min = 1, max = 40) int runs,
      @ForAll @IntRange(max = 3000) int longest,
      @ForAll @IntRange(max = SHAPES - 1) int shape,
      @ForAll @IntRange(max = 1000) int thousandths,
      @ForAll long seed) {
    long[][] keys = keys(new SplittableRandom(seed), runs, longest, shape);
    long all = Arrays.stream(keys).mapToLong(run -> run.length).sum();
    long count = all * thousandths / 1000;
    assertThat(select(count, keys)).isEqualTo(expected(count, keys));
  }

  @Property(tries = 20)
  void shouldCutAtEveryPlace(
      @ForAll @IntRange(min = 1, max = 6) int runs,
      @ForAll @IntRange(max = SHAPES - 1) int shape,
      @ForAll long seed) {
    long[][] keys = keys(new SplittableRandom(seed), runs, 200, shape);
    long all = Arrays.stream(keys).mapToLong(run -> run.length).sum();
    for (long count = 0; count <= all; count++) {
      assertThat(select(count, keys)).as("%s", count).isEqualTo(expected(count, keys));
    }
  }

  @Property(tries = 100)
  void shouldFindSeveralCutsAtOnceAsOneByOne(
      @ForAll @IntRange(min = 1, max = 20) int runs,
      @ForAll @IntRange(max = SHAPES - 1) int shape,
      @ForAll @IntRange(max = 5) int cuts,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[][] keys = keys(random, runs, 2000, shape);
    long all = Arrays.stream(keys).mapToLong(run -> run.length).sum();
    long[] counts = random.longs(cuts, 0, all + 1).toArray(); // in no order
    if (cuts > 2) { // as the first and the last task of a merge have them, beside one between
      counts[0] = all;
      counts[1] = 0;
    }
    long[][] places = select(counts, keys).places();
    assertThat(places).hasNumberOfRows(cuts);
    for (int cut = 0; cut < cuts; cut++) {
      assertThat(places[cut]).isEqualTo(expected(counts[cut], keys));
    }
  }

  @Test
  void shouldLookAtFewKeysOfRunsThatAreAlike() {
    SplittableRandom random = new SplittableRandom(1);
    long[][] keys = new long[16][];
    Arrays.setAll(keys, _ -> random.longs(1 << 16).sorted().toArray());
    long[] counts = {300_000, 301_000};
    AtomicInteger rounds = new AtomicInteger();
    Selection.Cuts cuts =
        Selection.of(
            counts,
            lengths(keys),
            parts -> {
              assertThat(rounds.incrementAndGet()).isLessThanOrEqualTo(4);
              return read(parts, keys);
            });
    assertThat(cuts.probes()).isLessThan(16 * 60);
    for (int cut = 0; cut < counts.length; cut++) {
      assertThatItCuts(cuts.places()[cut], counts[cut], keys);
    }
  }

  @Property(tries = 20)
  void shouldCutOneLongRunAmongShortOnes(
      @ForAll @IntRange(max = SHAPES - 1) int shape,
      @ForAll @IntRange(max = 1000) int thousandths,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] lengths = {0, 1, Selection.WHOLE, 300_000, Selection.WHOLE + 1, 0};
    long[][] keys = new long[lengths.length][];
    Arrays.setAll(keys, run -> run(random, lengths[run], shape, run));
    long count = Arrays.stream(lengths).sum() * (long) thousandths / 1000;
    assertThatItCuts(select(count, keys), count, keys);
  }

  /** No key before the cut is behind one after it, ties broken by run. */
  private static void assertThatItCuts(long[] places, long count, long[][] keys) {
    assertThat(Arrays.stream(places).sum()).isEqualTo(count);
    Probe last = new Probe(Long.MIN_VALUE, -1, 0);
    Probe next = new Probe(Long.MAX_VALUE, Integer.MAX_VALUE, 0);
    for (int run = 0; run < keys.length; run++) {
      int place = (int) places[run];
      if (place > 0) {
        last = Collections.max(List.of(last, new Probe(keys[run][place - 1], run, place - 1)));
      }
      if (place < keys[run].length) {
        next = Collections.min(List.of(next, new Probe(keys[run][place], run, place)));
      }
    }
    assertThat(last).isLessThan(next);
  }

  @Test
  void shouldRefuseCountsThatAreNotThere() {
    assertThatThrownBy(() -> select(4, new long[][] {{1, 2}, {3}}))
        .hasMessage("count=4 must be from 0 to 3");
    assertThatThrownBy(() -> select(-1, new long[][] {{1}}))
        .hasMessage("count=-1 must be from 0 to 1");
  }

  private record Probe(long order, int run, long at) implements Comparable<Probe> {
    private static final Comparator<Probe> ORDER =
        Comparator.comparingLong(Probe::order)
            .thenComparingInt(Probe::run)
            .thenComparingLong(Probe::at);

    @Override
    public int compareTo(Probe other) {
      return ORDER.compare(this, other);
    }
  }

  private static long[] select(long count, long[][] keys) {
    return select(new long[] {count}, keys).places()[0];
  }

  private static Selection.Cuts select(long[] counts, long[][] keys) {
    AtomicInteger rounds = new AtomicInteger();
    return Selection.of(
        counts,
        lengths(keys),
        parts -> {
          assertThat(rounds.incrementAndGet()).isLessThanOrEqualTo(MOST_ROUNDS);
          return read(parts, keys);
        });
  }

  private static long[] lengths(long[][] keys) {
    return Arrays.stream(keys).mapToLong(run -> run.length).toArray();
  }

  /** Asserts that the parts ascend, as a region wants its ranges. */
  private static void assertThatTheyAscend(List<Selection.Part> parts) {
    Selection.Part last = new Selection.Part(-1, 0, 0);
    for (Selection.Part part : parts) {
      assertThat(part.run()).isGreaterThanOrEqualTo(last.run());
      assertThat(part.from()).isGreaterThanOrEqualTo(part.run() == last.run() ? last.to() : 0);
      assertThat(part.to()).isGreaterThan(part.from());
      last = part;
    }
  }

  private static long[] read(List<Selection.Part> parts, long[][] keys) {
    assertThatTheyAscend(parts);
    return parts.stream()
        .flatMapToLong(
            part -> LongStream.range(part.from(), part.to()).map(at -> keys[part.run()][(int) at]))
        .toArray();
  }

  private static long[] expected(long count, long[][] keys) {
    List<Probe> all = new ArrayList<>();
    for (int run = 0; run < keys.length; run++) {
      for (int at = 0; at < keys[run].length; at++) {
        all.add(new Probe(keys[run][at], run, at));
      }
    }
    all.sort(null);
    long[] places = new long[keys.length];
    all.stream().limit(count).forEach(probe -> places[probe.run()]++);
    return places;
  }

  private static long[][] keys(SplittableRandom random, int runs, int longest, int shape) {
    long[][] keys = new long[runs][];
    for (int run = 0; run < runs; run++) {
      int length = random.nextInt(5) == 0 ? 0 : random.nextInt(longest + 1);
      keys[run] = run(random, length, shape, run);
    }
    return keys;
  }

  /**
   * Uniform, few values, all equal, each run above the one before, or below it, all so large that
   * they are one number as doubles, and many small ones beside few large ones.
   */
  private static long[] run(SplittableRandom random, int length, int shape, int run) {
    int level = shape == 3 ? run : -run;
    long[] keys = new long[length];
    Arrays.setAll(
        keys,
        _ ->
            switch (shape) {
              case 0 -> random.nextLong();
              case 1 -> random.nextInt(3);
              case 2 -> 7;
              case 5 -> Long.MAX_VALUE - random.nextInt(400);
              case 6 -> random.nextLong() >> random.nextInt(Long.SIZE);
              default -> level * 1_000_000L + random.nextInt(1_000_000);
            });
    Arrays.sort(keys);
    return keys;
  }
}
