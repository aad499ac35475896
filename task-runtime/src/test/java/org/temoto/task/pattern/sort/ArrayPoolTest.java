package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
}
