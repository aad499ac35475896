package org.temoto.gas.engine.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TwinsTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);
  private static final int SHIFT = 12;
  private static final int PAGE = 1 << SHIFT;
  private static final int PAGES = 3;
  private static final int INSTALLS = 200_000;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate((long) PAGES * PAGE, PAGE);

  @Test
  void shouldCommitTheElementsThatChanged() {
    SplittableRandom random = new SplittableRandom(SEED);
    try (Twins twins = new Twins(memory, PAGES, SHIFT)) {
      for (int round = 0; round < 3_000; round++) {
        int page = random.nextInt(PAGES);
        int width = 1 << random.nextInt(4);
        twins.keep(page, PageBlocks.ALL);
        BitSet stored = store(random, page, width);
        int from = random.nextInt(PAGE);
        int to = from + 1 + random.nextInt(PAGE - from);
        Extent extent = Extent.of((long) page * PAGE + from, (long) page * PAGE + to);
        ByteSet changed = new ByteSet();
        assertThat(twins.differs(page, extent))
            .as("seed %d, round %d", SEED, round)
            .isEqualTo(stored.nextSetBit(from) >= 0 && stored.nextSetBit(from) < to);
        twins.commitChanges(page, extent, width, changed);
        stored.clear(0, from);
        stored.clear(to, PAGE);
        assertThat(bits(changed))
            .as("seed %d, round %d", SEED, round)
            .isEqualTo(widened(stored, width, from, to));
        assertThat(twins.differs(page, extent)).isFalse();
        twins.commit(page, Extent.of((long) page * PAGE, (long) (page + 1) * PAGE));
        assertThat(twins.segment().mismatch(memory)).isEqualTo(-1);
      }
    }
  }

  /**
   * Stores some elements, of which now and then a single byte changes; returns the bytes that
   * changed.
   */
  private BitSet store(SplittableRandom random, int page, int width) {
    BitSet stored = new BitSet();
    for (int n = random.nextInt(40); n > 0; n--) {
      int at = random.nextInt(PAGE / width) * width + random.nextInt(width);
      long place = (long) page * PAGE + at;
      memory.set(JAVA_BYTE, place, (byte) (memory.get(JAVA_BYTE, place) + 1));
      stored.set(at);
    }
    return stored;
  }

  private static BitSet widened(BitSet stored, int width, int from, int to) {
    BitSet wide = new BitSet();
    stored.stream().forEach(i -> wide.set(i / width * width, i / width * width + width));
    wide.clear(0, from);
    wide.clear(to, PAGE);
    return wide;
  }

  private static BitSet bits(ByteSet set) {
    BitSet bits = new BitSet();
    for (int i = 0; i < set.intervals(); i++) {
      bits.set(set.from(i), set.to(i));
    }
    return bits;
  }

  @Test
  void shouldInstallWhereNothingHasChanged() {
    SplittableRandom random = new SplittableRandom(SEED);
    try (Twins twins = new Twins(memory, PAGES, SHIFT)) {
      for (int round = 0; round < 1_000; round++) {
        long kept = random.nextLong();
        twins.drop(1, PageBlocks.ALL);
        twins.keep(1, kept);
        BitSet stored = store(random, 1, 1);
        int blockBytes = 1 << PageBlocks.shift(SHIFT);
        stored.stream().filter(i -> (kept >>> i / blockBytes & 1) == 0).forEach(stored::clear);
        byte[] before = memory.asSlice(PAGE, PAGE).toArray(JAVA_BYTE);
        byte[] fetched = new byte[PAGE + 16];
        random.nextBytes(fetched);
        int from = random.nextInt(PAGE);
        int to = from + random.nextInt(PAGE - from + 1);
        int at = random.nextInt(16);
        int shift = Math.max(0, at - from);
        twins.install(1, from, to, MemorySegment.ofArray(fetched), from + shift);
        for (int i = 0; i < PAGE; i++) {
          byte expected = i >= from && i < to && !stored.get(i) ? fetched[i + shift] : before[i];
          assertThat(memory.get(JAVA_BYTE, PAGE + i))
              .as("seed %d, round %d, byte %d", SEED, round, i)
              .isEqualTo(expected);
        }
        ByteSet changed = new ByteSet();
        twins.keep(1, PageBlocks.ALL);
        twins.commitChanges(1, Extent.of(PAGE, 2 * PAGE), 1, changed);
        assertThat(bits(changed)).as("seed %d", SEED).isEqualTo(stored);
      }
    }
  }

  /** One thread stores to the odd elements what another one fetches for the even ones. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void shouldLoseNoStoreBesideAnInstall() throws Exception {
    MemorySegment fetched = arena.allocate(64);
    AtomicBoolean stop = new AtomicBoolean();
    int[] lost = {0};
    try (Twins twins = new Twins(memory, PAGES, SHIFT)) {
      twins.keep(0, PageBlocks.ALL);
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                for (int value = 1; !stop.get(); value++) {
                  for (int i = 1; i < 16; i += 2) {
                    memory.set(JAVA_INT, 4L * i, value);
                    lost[0] += memory.get(JAVA_INT, 4L * i) == value ? 0 : 1;
                  }
                }
              });
      for (int value = 1; value <= INSTALLS; value++) {
        for (int i = 0; i < 16; i += 2) {
          fetched.set(JAVA_INT, 4L * i, value);
        }
        twins.install(0, 0, 64, fetched, 0);
        for (int i = 0; i < 16; i += 2) {
          assertThat(memory.get(JAVA_INT, 4L * i)).isEqualTo(value);
        }
      }
      stop.set(true);
      writer.join();
    }
    assertThat(lost[0]).isZero();
  }
}
