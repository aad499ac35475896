package org.temoto.apps.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.KeyKernels;
import org.temoto.task.pattern.sort.SortPlan;

class PlainKernelTest {
  private static final long SEED = 31;

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldSortAndMergeRuns(ElementType type) {
    for (int round = 0; round < 100; round++) {
      SplittableRandom random = new SplittableRandom(SEED + round);
      List<MemorySegment> runs = new ArrayList<>();
      int keys = 0;
      for (int run = random.nextInt(1, 12); run > 0; run--) {
        int length = random.nextInt(1 + round * 20);
        keys += length;
        runs.add(sorted(type, length, random));
      }
      long[] expected =
          runs.stream().flatMapToLong(run -> Arrays.stream(orders(type, run))).toArray();
      Arrays.sort(expected);
      MemorySegment to = segment(type, keys);
      KeyKernels.merge(type, runs, to, PlainKernel.INSTANCE);
      assertThat(orders(type, to)).as("round %d", round).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldMergeTwoRunsByWindows(ElementType type) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<MemorySegment> runs = List.of(sorted(type, 40_000, random), sorted(type, 27_001, random));
    MemorySegment to = segment(type, 67_001);
    KeyKernels.mergeByWindows(type, runs, to, PlainKernel.INSTANCE);
    assertThat(orders(type, to)).isSorted();
  }

  @Test
  void shouldSortWhatIsHardForQuicksort() {
    for (int shape = 0; shape < 6; shape++) {
      for (int length = 0; length < 2000; length = 1 + length * 5 / 4) {
        int[] keys = hard(length, shape);
        int[] expected = keys.clone();
        Arrays.sort(expected);
        long[] wide = Arrays.stream(keys).asLongStream().toArray();
        PlainIntSort.sort(keys, 0, length);
        PlainLongSort.sort(wide, 0, length);
        assertThat(keys).isEqualTo(expected);
        assertThat(wide).isEqualTo(Arrays.stream(expected).asLongStream().toArray());
      }
    }
  }

  @Test
  void shouldKeepLeavesWithinTheHeap() {
    for (long keys = 1 << 20; keys < 1L << 32; keys += keys / 7) {
      for (ElementType type : ElementType.values()) {
        assertThat(SortPlan.suited(type, keys, 1, 2, PlainKernel.INSTANCE).cutoff())
            .isLessThanOrEqualTo(1 << 25);
      }
    }
  }

  private static int[] hard(int length, int shape) {
    int[] keys = new int[length];
    for (int i = 0; i < length; i++) {
      keys[i] =
          switch (shape) {
            case 0 -> i;
            case 1 -> -i;
            case 2 -> 7;
            case 3 -> i % 2;
            case 4 -> Math.min(i, length - i);
            default -> i % 2 == 0 ? i : length - i;
          };
    }
    return keys;
  }

  /** Sorted by this kernel, with many equal keys; checked. */
  private static MemorySegment sorted(ElementType type, int length, SplittableRandom random) {
    MemorySegment keys = segment(type, length);
    long mask = -1L << random.nextInt(Long.SIZE);
    for (long at = 0; at < keys.byteSize(); at += type.bytes()) {
      MemorySegment key = MemorySegment.ofArray(new long[] {random.nextLong() & mask});
      keys.asSlice(at, type.bytes()).copyFrom(key.asSlice(Long.BYTES - type.bytes()));
    }
    long[] expected = orders(type, keys);
    Arrays.sort(expected);
    KeyKernels.sort(type, keys, keys, PlainKernel.INSTANCE);
    assertThat(orders(type, keys)).isEqualTo(expected);
    return keys;
  }

  private static MemorySegment segment(ElementType type, int length) {
    return Arena.ofAuto().allocate((long) length * type.bytes(), Long.BYTES);
  }

  private static long[] orders(ElementType type, MemorySegment keys) {
    long[] orders = new long[(int) (keys.byteSize() / type.bytes())];
    Arrays.setAll(orders, i -> KeyKernels.order(type, keys, i));
    return orders;
  }
}
