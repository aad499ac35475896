package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Temoto;

/** Tests of cuts of two runs of another PE, wherever they are, by a cache that is far smaller. */
class RankViewsTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);
  private static final int LENGTH = 1 << 17;
  private static final int BAND = 1 << 10;
  private static final GasOptions OPTIONS =
      GasOptions.DEFAULT
          .withBackend("simulated")
          .withPes(2)
          .withPageSize(4096)
          .withCacheBytes(512 << 10)
          .withSeed(SEED);

  /** Both runs one after the other. */
  private static long[] runs(String shape) {
    long[] keys = new long[2 * LENGTH];
    SplittableRandom random = new SplittableRandom(SEED);
    Arrays.setAll(
        keys,
        i ->
            switch (shape) {
              case "ascending" -> i;
              case "descending" -> i < LENGTH ? LENGTH + i : i - LENGTH;
              case "equal" -> 7;
              default -> random.nextLong();
            });
    Arrays.sort(keys, 0, LENGTH);
    Arrays.sort(keys, LENGTH, 2 * LENGTH);
    return keys;
  }

  private static void store(GlobalMemory memory, long[] keys) {
    for (int from = 0; from < keys.length; from += BAND) {
      long bytes = (long) BAND * Long.BYTES;
      try (LocalView view = memory.localize((long) from * Long.BYTES, bytes, Access.WRITE)) {
        view.segment().copyFrom(MemorySegment.ofArray(Arrays.copyOfRange(keys, from, from + BAND)));
        view.commit();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ascending", "descending", "equal", "random"})
  void shouldPinAFewPages(String shape) {
    long[] keys = runs(shape);
    Temoto.launch(
        OPTIONS,
        space -> {
          GlobalMemory memory =
              space.allocate(
                  MemoryOptions.of("keys", 2L * LENGTH * Long.BYTES)
                      .withDistribution(Distribution.of((_, _, _) -> 1)));
          if (space.pe() == 1) {
            store(memory, keys);
          }
          space.barrier();
          if (space.pe() == 0) {
            Keys both = new Keys(ElementType.INT64, memory.whole());
            Keys left = both.slice(0, LENGTH);
            Keys right = both.slice(LENGTH, 2L * LENGTH);
            LongStream.of(0, 1, 1000, LENGTH / 2, LENGTH, LENGTH + 1, 2L * LENGTH - 3, 2L * LENGTH)
                .forEach(count ->
                    assertThat(RankViews.of(count, left, right, Long.MAX_VALUE))
                        .as("%s, count %s, seed %s", shape, count, SEED)
                        .isEqualTo(
                            Ranks.of(
                                count,
                                LENGTH,
                                LENGTH,
                                index -> keys[(int) index],
                                index -> keys[LENGTH + (int) index])));
          }
          space.barrier();
        });
  }
}
