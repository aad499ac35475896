package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests of ranks against a count key by key. */
class RanksTest {
  @Property(tries = 300)
  void shouldCutRunsSoThatNoKeyBeforeIsGreaterThanOneAfter(
      @ForAll @IntRange(max = 5000) int left,
      @ForAll @IntRange(max = 5000) int right,
      @ForAll @IntRange(min = 1, max = 100_000) int values,
      @ForAll @IntRange(min = -100_000, max = 100_000) int offset,
      @ForAll @IntRange(max = 10_000) int wanted,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] a = sorted(random, left, values, 0);
    long[] b = sorted(random, right, values, offset);
    int count = Math.min(wanted, left + right);
    long expected = 0;
    for (int taken = 0, next = 0; taken < count; taken++) {
      if (expected < left && (next == right || a[(int) expected] <= b[next])) {
        expected++;
      } else {
        next++;
      }
    }
    assertThat(Ranks.of(count, left, right, i -> a[(int) i], i -> b[(int) i])).isEqualTo(expected);
  }

  private static long[] sorted(SplittableRandom random, int length, int values, int offset) {
    long[] keys = new long[length];
    Arrays.setAll(keys, _ -> random.nextInt(values) + offset);
    Arrays.sort(keys);
    return keys;
  }
}
