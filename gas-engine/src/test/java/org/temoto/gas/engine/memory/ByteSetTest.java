package org.temoto.gas.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ByteSetTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  @Test
  void shouldEqualASetOfBits() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 2_000; round++) {
      ByteSet set = new ByteSet();
      BitSet bits = new BitSet();
      for (int n = random.nextInt(12); n > 0; n--) {
        int from = random.nextInt(60);
        int to = from + random.nextInt(12);
        set.add(from, to);
        bits.set(from, to);
      }
      assertThat(intervals(set)).as("seed %d, round %d", SEED, round).isEqualTo(intervals(bits));
      assertThat(set.bytes()).isEqualTo(bits.cardinality());
    }
  }

  private static String intervals(ByteSet set) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < set.intervals(); i++) {
      text.append('[').append(set.from(i)).append(',').append(set.to(i)).append(')');
    }
    return text.toString();
  }

  private static String intervals(BitSet bits) {
    StringBuilder text = new StringBuilder();
    for (int from = bits.nextSetBit(0); from >= 0; ) {
      int to = bits.nextClearBit(from);
      text.append('[').append(from).append(',').append(to).append(')');
      from = bits.nextSetBit(to);
    }
    return text.toString();
  }

  /** A page of 16 MiB of which every other word is written: by linear search 10^12 steps. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldTakeTheManyPiecesOfAStridedViewInTurn() {
    ByteSet set = new ByteSet();
    int pieces = 1 << 20;
    for (int i = 0; i < pieces; i++) {
      set.add(16 * i, 16 * i + 8);
    }
    assertThat(set.intervals()).isEqualTo(pieces);
  }
}
