package org.temoto.gas.engine.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Distribution;

/** Tests of the bytes that a memory takes of each PE's heap, by arithmetic. */
class HeapPlanTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);
  private static final long EIGHT_GIBIBYTES = 8L << 30;
  private static final int SHIFT = 16;

  @ParameterizedTest
  @CsvSource({"1", "2", "8", "64", "1024"})
  void shouldTakeTheShareOfAPeAndAQuarterOfIt(int pes) {
    long pages = EIGHT_GIBIBYTES >> SHIFT;
    long managed = HeapPlan.mostManaged(Distribution.block(), pages, pes);
    HeapPlan fixed = HeapPlan.of(SHIFT, managed, 0);
    long share = EIGHT_GIBIBYTES / pes;
    assertThat(fixed.shareBytes()).isEqualTo(share);
    assertThat(fixed.spareBytes()).isZero();
    assertThat(fixed.bytes()).isEqualTo(share + share / (1 << SHIFT) * Long.BYTES);
    HeapPlan moving = HeapPlan.of(SHIFT, managed, 0.25);
    assertThat(moving.spareBytes()).isEqualTo(share / 4);
    assertThat(moving.bytes()).isEqualTo(share + share / 4 + moving.directoryBytes());
    assertThat(moving.directoryBytes()).isBetween(managed * 8, managed * 8 + managed / 32 + 256);
  }

  @Test
  void shouldCountThePagesOfThePeWithTheMost() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1000; i++) {
      int pages = random.nextInt(1, 300);
      int pes = random.nextInt(1, 20);
      Distribution distribution =
          random.nextBoolean()
              ? Distribution.block()
              : Distribution.blockCyclic(random.nextInt(1, 40));
      assertThat(HeapPlan.mostManaged(distribution, pages, pes))
          .as("%s of %s pages on %s PEs, seed %s", distribution, pages, pes, SEED)
          .isEqualTo(new PageMap(distribution, pages, pes).most());
    }
  }

  @Test
  void shouldNotOverlapItsParts() {
    for (int home = 1; home < 200; home++) {
      for (int spare = 0; spare < 200; spare += 3) {
        HeapPlan plan = new HeapPlan(12, home, spare);
        assertThat(plan.directory()).isEqualTo(home + spare << 12);
        assertThat(plan.bitmap()).isGreaterThanOrEqualTo(plan.directory() + 8L * home);
        assertThat(plan.bytes()).isGreaterThanOrEqualTo(plan.bitmap() + 8L * plan.bitmapWords());
        assertThat(plan.bitmapWords() * Long.SIZE).isGreaterThanOrEqualTo(spare);
      }
    }
  }

  @Test
  void shouldHaveASpareFrameIfAnyAreWanted() {
    assertThat(HeapPlan.of(12, 1, 0.25).spare()).isEqualTo(1);
    assertThat(HeapPlan.of(12, 7, 0.25).spare()).isEqualTo(1);
    assertThat(HeapPlan.of(12, 8, 0.25).spare()).isEqualTo(2);
    assertThat(HeapPlan.of(12, 8, 0).spare()).isZero();
  }

  @Test
  void shouldTakeMoreThanAnyHeapHasWhereBytesOverflow() {
    for (int shift = 12; shift <= 24; shift++) {
      for (int pes = 1; pes < 5; pes++) {
        long pages = Math.ceilDiv(Long.MAX_VALUE, 1L << shift);
        long managed = HeapPlan.mostManaged(Distribution.block(), pages, pes);
        assertThat(HeapPlan.of(shift, managed, 16).bytes())
            .as("pages of 2^%s bytes, %s PEs", shift, pes)
            .isEqualTo(Long.MAX_VALUE);
        assertThat(HeapPlan.of(shift, managed, 0).bytes()).isGreaterThan(Long.MAX_VALUE / pes - 1);
      }
    }
  }
}
