package org.temoto.gas.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of masks, compared with sets of bytes of a page of 4,096, in blocks of 64. */
class PageBlocksTest {
  private static final int PAGE = 4096;
  private static final int SHIFT = PageBlocks.shift(12);
  private static final int BLOCK = 1 << SHIFT;

  private static boolean has(long blocks, int block) {
    return (blocks >>> block & 1) != 0;
  }

  /** {@code draws} blocks, some of them the same. */
  private static long blocks(Random random, int draws) {
    long blocks = 0;
    for (int i = 0; i < draws; i++) {
      blocks |= 1L << random.nextInt(PageBlocks.COUNT);
    }
    return blocks;
  }

  @Test
  void shouldTouchTheBlocksOfItsBytesOnly() {
    Random random = new Random(1);
    for (int round = 0; round < 10_000; round++) {
      int from = random.nextInt(PAGE);
      int to = from + 1 + random.nextInt(PAGE - from);
      long touched = PageBlocks.touched(from, to, SHIFT);
      for (int block = 0; block < PageBlocks.COUNT; block++) {
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
      long covered = PageBlocks.covered(set, pageBytes, SHIFT);
      for (int block = 0; block * BLOCK < pageBytes; block++) {
        boolean all = true;
        for (int at = block * BLOCK; at < Math.min(pageBytes, (block + 1) * BLOCK); at++) {
          all &= bytes[at];
        }
        assertThat(has(covered, block)).as("block %d of %s", block, set).isEqualTo(all);
      }
      assertThat(covered == PageBlocks.ALL).isEqualTo(set.coversAll(pageBytes));
    }
  }

  @Test
  void shouldFetchAllThatIsMissingAndNothingThatIsHere() {
    Random random = new Random(3);
    for (int round = 0; round < 10_000; round++) {
      long here = blocks(random, 16);
      long missing = blocks(random, 8) & ~here;
      long fetched = PageBlocks.worthFetching(missing, here, random.nextInt(PAGE), SHIFT);
      assertThat(missing & ~fetched).isZero();
      assertThat(fetched & here).isZero();
      assertThat(missing == 0).isEqualTo(fetched == 0);
    }
  }

  @Test
  void shouldFetchAlignedGroupsOfWhatTravelsWithinALatency() {
    long missing = 1L << 5;
    assertThat(PageBlocks.worthFetching(missing, 0, 0, SHIFT)).isEqualTo(missing);
    assertThat(PageBlocks.worthFetching(missing, 0, 4L * BLOCK, SHIFT)).isEqualTo(0b11110000);
    assertThat(PageBlocks.worthFetching(missing, 0b01000000, 4L * BLOCK, SHIFT))
        .isEqualTo(0b10110000);
    assertThat(PageBlocks.worthFetching(missing, 0, PAGE, SHIFT)).isEqualTo(PageBlocks.ALL);
    assertThat(PageBlocks.worthFetching(missing, 0, Long.MAX_VALUE, SHIFT))
        .isEqualTo(PageBlocks.ALL);
  }

  @Test
  void shouldHaveAWholePageAfterFewSteps() {
    long here = 0;
    int steps = 0;
    for (int block = 0; block < PageBlocks.COUNT; block++) {
      if (!has(here, block)) {
        here |= PageBlocks.worthFetching(1L << block, here, 0, SHIFT);
        steps++;
      }
    }
    assertThat(here).isEqualTo(PageBlocks.ALL);
    assertThat(steps).isLessThanOrEqualTo(8);
  }

  @Test
  void shouldListRunsOfNeighbours() {
    Random random = new Random(4);
    for (int round = 0; round < 10_000; round++) {
      long blocks = blocks(random, 80);
      long seen = 0;
      for (long left = blocks; left != 0; ) {
        int end = PageBlocks.firstEnd(left);
        assertThat(end == PageBlocks.COUNT || !has(blocks, end)).isTrue();
        seen |= PageBlocks.between(PageBlocks.first(left), end);
        left = PageBlocks.from(end, left);
      }
      assertThat(seen).isEqualTo(blocks);
    }
  }
}
