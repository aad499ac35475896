package org.temoto.gas.simulated.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the range map, against a plain array. */
class RangeMapTest {
  private static final int BYTES = 40;

  @Test
  void shouldHoldWhatAnArrayHolds() {
    Random random = new Random(3);
    RangeMap<Integer> map = new RangeMap<>();
    Integer[] array = new Integer[BYTES];
    for (int round = 0; round < 20_000; round++) {
      int from = random.nextInt(BYTES);
      int to = from + random.nextInt(BYTES - from + 1);
      Integer value = random.nextInt(4) == 0 ? null : random.nextInt(100);
      boolean keeps = random.nextBoolean();
      map.update(from, to, (_, _, old) -> keeps && old != null ? old : value);
      for (int i = from; i < to; i++) {
        array[i] = keeps && array[i] != null ? array[i] : value;
      }
      check(map, array, random);
    }
  }

  private static void check(RangeMap<Integer> map, Integer[] array, Random random) {
    int from = random.nextInt(BYTES);
    int to = from + random.nextInt(BYTES - from + 1);
    Integer[] seen = new Integer[BYTES];
    map.forEach(from, to, (start, end, value) -> fill(seen, start, end, value));
    List<Integer> gaps = new ArrayList<>();
    map.gaps(from, to, (start, end) -> IntStream.range((int) start, (int) end).forEach(gaps::add));
    List<Integer> empty = new ArrayList<>();
    for (int i = from; i < to; i++) {
      assertThat(seen[i]).isEqualTo(array[i]);
      if (array[i] == null) {
        empty.add(i);
      }
    }
    assertThat(gaps).isEqualTo(empty);
  }

  private static void fill(Integer[] seen, long start, long end, Integer value) {
    for (int i = (int) start; i < end; i++) {
      assertThat(seen[i]).isNull();
      seen[i] = value;
    }
  }

  @Test
  void shouldJoinWhatOneCallLeavesTheSame() {
    RangeMap<String> map = new RangeMap<>();
    map.put(0, 4, "a");
    map.put(4, 8, "b");
    map.put(2, 6, "c");
    assertThat(map.size()).isEqualTo(3);
    map.put(0, 8, "d");
    assertThat(map.size()).isEqualTo(1);
  }
}
