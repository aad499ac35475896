package org.temoto.gas.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Masks beside sets of bytes of a page of 4,096, in blocks of 64. */
class BlocksTest {
  private static final int PAGE = 4096;
  private static final int SHIFT = Blocks.shift(12);
  private static final int BLOCK = 1 << SHIFT;

  private static boolean has(long blocks, int block) {
    return (blocks >>> block & 1) != 0;
  }

  /** {@code draws} blocks, some of them the same. */
  private static long blocks(Random random, int draws) {
    long blocks = 0;
    for (int i = 0; i < draws; i++) {
      blocks |= 1L << random.nextInt(Blocks.COUNT);
    }
    return blocks;
  }

  @Test
  void shouldTouchTheBlocksOfItsBytesOnly() {
    Random random = new Random(1);
    for (int round = 0; round < 10_000; round++) {
      int from = random.nextInt(PAGE);
      int to = from + 1 + random.nextInt(PAGE - from);
      long touched = Blocks.touched(from, to, SHIFT);
      for (int block = 0; block < Blocks.COUNT; block++) {
        boolean expected = from < (block + 1) * BLOCK && to > block * BLOCK;
        assertThat(has(touched, block)).as("%d in [%d, %d)", block, from, to).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldCoverTheBlocksOfWhichAllBytesAreThere() {
    Random random = new Random(2);
    for (int round = 0; round < 2_000; round++) {
      int pageBytes = random.nextBoolean() ? PAGE : 1 + random.nextInt(PAGE);
      boolean[] bytes = new boolean[PAGE];
      ByteSet set = new ByteSet();
      for (int k = 0; k < 4; k++) {
        int from = random.nextInt(pageBytes);
        int to = Math.min(pageBytes, from + random.nextInt(8 * BLOCK));
        set.add(from, to);
        for (int at = from; at < to; at++) {
          bytes[at] = true;
        }
      }
      long covered = Blocks.covered(set, pageBytes, SHIFT);
      for (int block = 0; block * BLOCK < pageBytes; block++) {
        boolean all = true;
        for (int at = block * BLOCK; at < Math.min(pageBytes, (block + 1) * BLOCK); at++) {
          all &= bytes[at];
        }
        assertThat(has(covered, block)).as("block %d of %s", block, set).isEqualTo(all);
      }
      assertThat(covered == Blocks.ALL).isEqualTo(set.coversAll(pageBytes));
    }
  }

  @Test
  void shouldFetchAllThatIsMissingAndNothingThatIsHere() {
    Random random = new Random(3);
    for (int round = 0; round < 10_000; round++) {
      long here = blocks(random, 16);
      long missing = blocks(random, 8) & ~here;
      long fetched = Blocks.worthFetching(missing, here, random.nextInt(PAGE), SHIFT);
      assertThat(missing & ~fetched).isZero();
      assertThat(fetched & here).isZero();
      assertThat(missing == 0).isEqualTo(fetched == 0);
    }
  }

  @Test
  void shouldFetchAlignedGroupsOfWhatTravelsWithinALatency() {
    long missing = 1L << 5;
    assertThat(Blocks.worthFetching(missing, 0, 0, SHIFT)).isEqualTo(missing);
    assertThat(Blocks.worthFetching(missing, 0, 4L * BLOCK, SHIFT)).isEqualTo(0b11110000);
    assertThat(Blocks.worthFetching(missing, 0b01000000, 4L * BLOCK, SHIFT)).isEqualTo(0b10110000);
    assertThat(Blocks.worthFetching(missing, 0, PAGE, SHIFT)).isEqualTo(Blocks.ALL);
    assertThat(Blocks.worthFetching(missing, 0, Long.MAX_VALUE, SHIFT)).isEqualTo(Blocks.ALL);
  }

  @Test
  void shouldHaveAWholePageAfterFewSteps() {
    long here = 0;
    int steps = 0;
    for (int block = 0; block < Blocks.COUNT; block++) {
      if (!has(here, block)) {
        here |= Blocks.worthFetching(1L << block, here, 0, SHIFT);
        steps++;
      }
    }
    assertThat(here).isEqualTo(Blocks.ALL);
    assertThat(steps).isLessThanOrEqualTo(8);
  }

  @Test
  void shouldListRunsOfNeighbours() {
    Random random = new Random(4);
    for (int round = 0; round < 10_000; round++) {
      long blocks = blocks(random, 80);
      long seen = 0;
      for (long left = blocks; left != 0; ) {
        int end = Blocks.firstEnd(left);
        assertThat(end == Blocks.COUNT || !has(blocks, end)).isTrue();
        seen |= Blocks.between(Blocks.first(left), end);
        left = Blocks.from(end, left);
      }
      assertThat(seen).isEqualTo(blocks);
    }
  }
}
