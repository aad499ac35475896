package org.temoto.task.pattern.sort;

import static java.lang.Integer.MAX_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayPoolTest {
  private static final int LENGTH = 100;

  /** Keeps three arrays of {@link #LENGTH} and a half. */
  private final ArrayPool<long[]> pool =
      new ArrayPool<>(long[]::new, array -> array.length, Long.BYTES, 7 * LENGTH * Long.BYTES / 2);

  private static Set<Integer> identities(List<long[]> arrays) {
    Set<Integer> identities = new HashSet<>();
    arrays.forEach(array -> identities.add(System.identityHashCode(array)));
    return identities;
  }

  @Test
  void shouldKeepNoMoreBytesThanItMay() {
    for (int round = 0; round < 3; round++) { // what it has let go of does not count for ever
      List<long[]> arrays = IntStream.range(0, 5).mapToObj(_ -> pool.take(LENGTH)).toList();
      arrays.forEach(pool::give);
      List<long[]> again = IntStream.range(0, 5).mapToObj(_ -> pool.take(LENGTH)).toList();
      Set<Integer> kept = identities(again);
      kept.retainAll(identities(arrays));
      assertThat(kept).hasSize(3);
      again.forEach(pool::give);
    }
  }

  @Test
  void shouldKeepNothingThatIsLargerThanItMayKeepInAll() {
    long[] large = pool.take(4 * LENGTH);
    pool.give(large);
    assertThat(pool.take(4 * LENGTH)).isNotSameAs(large);
    long[] small = pool.take(1);
    pool.give(small);
    assertThat(pool.take(1)).isSameAs(small);
  }

  @Test
  void shouldKeepWhatIsTooShortAndGiveTheShortestThatIsNot() {
    List<Integer> lengths = List.of(40, 20, 80);
    List<long[]> arrays = lengths.stream().map(pool::take).toList();
    arrays.forEach(pool::give);
    assertThat(pool.take(30)).isSameAs(arrays.get(0));
    assertThat(pool.take(30)).isSameAs(arrays.get(2));
    assertThat(pool.take(30)).isNotIn(arrays);
    assertThat(pool.take(20)).isSameAs(arrays.get(1));
  }

  @Test
  void shouldGiveTheLastFirstWhichIsInCaches() {
    long[] first = pool.take(LENGTH);
    long[] last = pool.take(LENGTH);
    pool.give(first);
    pool.give(last);
    assertThat(pool.take(LENGTH)).isSameAs(last);
  }

  @Test
  void shouldLetGoOfTheSmallest() {
    long[] small = pool.take(LENGTH / 2);
    List<long[]> arrays = IntStream.range(0, 3).mapToObj(_ -> pool.take(LENGTH)).toList();
    arrays.subList(0, 2).forEach(pool::give);
    pool.give(small);
    pool.give(arrays.getLast());
    assertThat(pool.take(1)).isNotSameAs(small).isIn(arrays);
  }

  /** Sizes of merges' windows vary by little; each would need an array of its own. */
  @Test
  void shouldServeSizesThatAreAlike() {
    long[] array = pool.take(LENGTH - 3);
    assertThat(array).hasSizeBetween(LENGTH, LENGTH * 9 / 8);
    pool.give(array);
    assertThat(pool.take(LENGTH)).isSameAs(array);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 1 << 20, (1 << 20) + 1, 3 << 29, MAX_VALUE})
  void shouldAddAnEighthAtMost(int minimum) {
    List<Integer> asked = new ArrayList<>();
    new ArrayPool<Integer>(
            length -> {
              asked.add(length);
              return length;
            },
            array -> array,
            1,
            0)
        .take(minimum);
    assertThat(asked.getFirst().longValue()).isBetween((long) minimum, minimum * 9L / 8);
  }
}
