package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Tests of the leaves of the sort against the JDK's sort of the keys' orders. */
class KeyKernelsTest {
  private static final SortKernel FAST = FastKernel.INSTANCE;
  private static final int LONGEST = 12_000;

  /** Lengths around nothing, and any. */
  @Provide
  Arbitrary<Integer> lengths() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(0, 40), Arbitraries.integers().between(0, LONGEST));
  }

  @Property(tries = 300)
  void shouldSort(
      @ForAll ElementType type,
      @ForAll("lengths") int length,
      @ForAll @IntRange(min = 1, max = 64) int bits,
      @ForAll long seed) {
    MemorySegment keys = random(type, length, bits, seed);
    long[] expected = orders(type, keys);
    Arrays.sort(expected);
    KeyKernels.sort(type, keys, keys, FAST);
    assertThat(orders(type, keys)).isEqualTo(expected);
  }

  /**
   * Keys so many that they are dealt out by their digits; with few bits or a few large ones buckets
   * are uneven.
   */
  @Property(tries = 12)
  void shouldSortManyKeysFromOneSegmentIntoAnother(
      @ForAll("keysOfFourBytes") ElementType type,
      @ForAll @IntRange(max = 5000) int more,
      @ForAll @IntRange(min = 1, max = 64) int bits,
      @ForAll @IntRange(max = 4) int shape,
      @ForAll long seed) {
    MemorySegment keys = random(type, IntRadixSort.FEWEST + more, bits, seed);
    switch (shape) {
      case 0 -> keys.setAtIndex(ValueLayout.JAVA_INT, more, Integer.MIN_VALUE);
      case 1 -> keys.setAtIndex(ValueLayout.JAVA_INT, more, Integer.MAX_VALUE);
      case 2 -> KeyKernels.sort(type, keys, keys, FAST);
      case 3 -> crowd(keys);
      default -> {}
    }
    long[] before = orders(type, keys);
    long[] expected = before.clone();
    Arrays.sort(expected);
    MemorySegment to = segment(type, before.length);
    KeyKernels.sort(type, keys, to, FAST);
    assertThat(Arrays.equals(orders(type, to), expected)).isTrue();
    assertThat(Arrays.equals(orders(type, keys), before)).isTrue();
  }

  /** All but every thousandth key get near each other: a bucket is large at several digits. */
  private static void crowd(MemorySegment keys) {
    for (int i = 0; i < keys.byteSize() / Integer.BYTES; i++) {
      int key = keys.getAtIndex(ValueLayout.JAVA_INT, i);
      if (i % 1000 != 0) {
        keys.setAtIndex(ValueLayout.JAVA_INT, i, 7_000_000 + (key & (i % 3 == 0 ? 0xfffff : 0xf)));
      }
    }
  }

  @Provide
  Arbitrary<ElementType> keysOfFourBytes() {
    return Arbitraries.of(ElementType.INT32, ElementType.FLOAT32);
  }

  @Property(tries = 300)
  void shouldMerge(
      @ForAll ElementType type,
      @ForAll("lengths") int left,
      @ForAll("lengths") int right,
      @ForAll @IntRange(min = 1, max = 64) int bits,
      @ForAll long seed) {
    MemorySegment both = random(type, left + right, bits, seed);
    MemorySegment a = both.asSlice(0, (long) left * type.bytes());
    MemorySegment b = both.asSlice((long) left * type.bytes());
    long[] expected = orders(type, both);
    Arrays.sort(expected);
    KeyKernels.sort(type, a, a, FAST);
    KeyKernels.sort(type, b, b, FAST);
    MemorySegment to = segment(type, left + right);
    KeyKernels.merge(type, List.of(a, b), to, FAST);
    assertThat(orders(type, to)).isEqualTo(expected);
  }

  @Property(tries = 200)
  void shouldMergeManyRuns(
      @ForAll ElementType type,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 600) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 64) int bits,
      @ForAll long seed) {
    int all = lengths.stream().mapToInt(length -> length).sum();
    MemorySegment keys = random(type, all, bits, seed);
    long[] expected = orders(type, keys);
    Arrays.sort(expected);
    List<MemorySegment> runs = runs(type, keys, lengths);
    MemorySegment to = segment(type, all);
    KeyKernels.merge(type, runs, to, FAST);
    assertThat(orders(type, to)).isEqualTo(expected);
  }

  /** Runs that are several windows long, and shorter ones. */
  @Property(tries = 60)
  void shouldMergeLongRunsByWindows(
      @ForAll ElementType type,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(max = 40_000) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 64) int bits,
      @ForAll long seed) {
    int all = lengths.stream().mapToInt(length -> length).sum();
    MemorySegment keys = random(type, all, bits, seed);
    long[] expected = orders(type, keys);
    Arrays.sort(expected);
    List<MemorySegment> runs = runs(type, keys, lengths);
    MemorySegment to = segment(type, all);
    KeyKernels.mergeByWindows(type, runs, to, FAST);
    assertThat(orders(type, to)).isEqualTo(expected);
  }

  /** Keys one behind the other, each run sorted. */
  private static List<MemorySegment> runs(
      ElementType type, MemorySegment keys, List<Integer> lengths) {
    List<MemorySegment> runs = new ArrayList<>();
    long at = 0;
    for (int length : lengths) {
      MemorySegment run = keys.asSlice(at, (long) length * type.bytes());
      KeyKernels.sort(type, run, run, FAST);
      runs.add(run);
      at += run.byteSize();
    }
    return runs;
  }

  /** Keys of which {@code bits} bits are random: few bits give many equal keys. */
  private static MemorySegment random(ElementType type, int length, int bits, long seed) {
    MemorySegment keys = segment(type, length);
    long mask = -1L << Long.SIZE - bits;
    for (long at = 0; at < keys.byteSize(); at += type.bytes()) {
      long key = new SplittableRandom(seed + at).nextLong() & mask;
      if (type.bytes() == Integer.BYTES) {
        keys.set(java.lang.foreign.ValueLayout.JAVA_INT, at, (int) (key >>> Integer.SIZE));
      } else {
        keys.set(java.lang.foreign.ValueLayout.JAVA_LONG, at, key);
      }
    }
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
