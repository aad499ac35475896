package org.temoto.task.pattern.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.temoto.task.pattern.sort.ElementType.INT32;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.temoto.gas.InvalidOptionException;

class SortPlanTest {
  private static final SortKernel FAST = FastKernel.INSTANCE;

  @Test
  void shouldMergeInManyTasksWhereSeveralPesShareThem() {
    SortPlan onePe = SortPlan.suited(INT32, 4_000_000, 1, 2, FAST);
    SortPlan twoPes = SortPlan.suited(INT32, 4_000_000, 2, 1, FAST);
    assertThat(twoPes.cutoff()).isEqualTo(onePe.cutoff());
    assertThat(4_000_000 / onePe.mergeGrain()).isBetween(4L, 8L);
    assertThat(4_000_000 / twoPes.mergeGrain()).isBetween(64L, 128L);
  }

  @Test
  void shouldNotCutMergesBelowWhatIsWorthTravelling() {
    assertThat(SortPlan.suited(INT32, 2_000_000, 2, 1, FAST).mergeGrain()).isEqualTo(1 << 15);
  }

  @Test
  void shouldStillGiveEveryWorkerMergesWhereKeysAreFew() {
    SortPlan plan = SortPlan.suited(INT32, 100_000, 8, 1, FAST, 2);
    assertThat(100_000 / plan.mergeGrain()).isGreaterThanOrEqualTo(8);
  }

  @Test
  void shouldMergeNoLessThanAPageWherePagesTravel() {
    SortPlan plan = SortPlan.suited(INT32, 1 << 23, 32, 1, FAST, 2);
    assertThat(plan.mergeGrain()).isLessThan(1 << 16);
    assertThat(plan.onPages(1 << 16, 1 << 23, 32, 1).mergeGrain()).isEqualTo(1 << 16);
    assertThat(plan.onPages(1 << 10, 1 << 23, 32, 1)).isEqualTo(plan);
    SortPlan alone = SortPlan.suited(INT32, 1 << 23, 1, 32, FAST, 2);
    assertThat(alone.onPages(1 << 20, 1 << 23, 1, 32)).isEqualTo(alone);
  }

  @Test
  void shouldLeaveEveryWorkerAMergeHoweverLargePagesAre() {
    SortPlan plan = SortPlan.suited(INT32, 1 << 20, 8, 1, FAST, 2).onPages(1 << 22, 1 << 20, 8, 1);
    assertThat(plan.mergeGrain()).isBetween((1L << 20) / 8, (1L << 20) / 7);
  }

  @Test
  void shouldMergeAllInOnePassWhereWorkersAreMany() {
    SortPlan plan = SortPlan.suited(INT32, 1 << 23, 32, 1, FAST);
    assertThat(plan.levels(1 << 23)).isEqualTo(1);
    assertThat(plan.parts(1 << 23, 1)).isEqualTo(32);
    assertThat(plan.tasks(1 << 23)).isEqualTo(32);
    assertThat(plan.onPages(1 << 20, 1 << 23, 32, 1)).isEqualTo(plan);
  }

  @Test
  void shouldCutIntoAsManyPartsAtEachLevelAsItMay() {
    SortPlan eight = SortPlan.suited(INT32, 1 << 23, 32, 1, FAST, 8);
    assertThat(eight.levels(1 << 23)).isEqualTo(2);
    assertThat(eight.parts(1 << 23, 2)).isEqualTo(6);
    assertThat(eight.parts((1 << 23) / 6, 1)).isEqualTo(6);
    assertThat(eight.levels(1)).isZero();
    assertThat(eight.levels(0)).isZero();
  }

  @Test
  void shouldRefuseWaysThatAreNone() {
    assertThatThrownBy(() -> SortPlan.suited(INT32, 100, 2, 1, FAST, 1))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("from 2 to 1024");
    assertThatThrownBy(() -> SortPlan.suited(INT32, 100, 2, 1, FAST, 1025))
        .isInstanceOf(InvalidOptionException.class);
  }

  @Test
  void shouldMergeFewerRunsAtATimeWhereACacheKeepsMergesShort() {
    SortPlan plan = SortPlan.suited(INT32, 2_700_000, 1, 16, FAST).within((1 << 20) / 4, 16);
    assertThat(plan.mergeGrain()).as("one view, half of the cache").isEqualTo(8192);
    assertThat(plan.ways()).isEqualTo(8192 / 50);
    SortPlan tiny = SortPlan.suited(INT32, 2_700_000, 1, 16, FAST).within(4096, 16);
    assertThat(tiny.ways()).isEqualTo(2);
    assertThat(tiny.mergeGrain()).as("three views").isEqualTo(42);
    SortPlan roomy = SortPlan.suited(INT32, 2_700_000, 1, 16, FAST);
    assertThat(roomy.within(1 << 28, 16)).isEqualTo(roomy);
  }

  @Test
  void shouldCutALeafIntoPiecesThatGrowByFiveThirds() {
    SortPlan plan = SortPlan.suited(INT32, 1 << 23, 32, 1, FAST);
    long keys = 272 * 1000;
    long[] starts = new long[plan.pieces() + 1];
    Arrays.setAll(starts, piece -> plan.piece(piece, keys));
    assertThat(starts).containsExactly(0, 27_000, 72_000, 147_000, 272_000);
  }

  /**
   * Leaves need the heap if sorted in place, below an even number of levels, and for all but 32-bit
   * keys.
   */
  @Test
  void shouldKeepLeavesThatNeedTheHeapWithinIt() {
    for (long keys = 1 << 20; keys < 1L << 32; keys += keys / 7) {
      for (int workers = 1; workers <= 2; workers++) {
        for (ElementType type : ElementType.values()) {
          SortPlan plan = SortPlan.suited(type, keys, 1, workers, FAST);
          boolean inPlace = plan.levels(keys) % 2 == 0;
          if (inPlace || type.bytes() > Integer.BYTES) {
            assertThat(plan.cutoff()).isLessThanOrEqualTo(1 << 25);
          }
        }
      }
    }
    SortPlan across = SortPlan.suited(INT32, 100_000_000, 1, 2, FAST);
    assertThat(across.levels(100_000_000)).isEqualTo(1);
    assertThatThrownBy(() -> across.withCutoff(1 << 26))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("cutoff=67108864");
  }

  @Test
  void shouldCutAnyLeafIntoAnyNumberOfPieces() {
    for (int pieces = 1; pieces <= 15; pieces++) {
      SortPlan plan = new SortPlan(4096, 4096, 0, FAST, 32, pieces);
      for (long keys : new long[] {0, 1, pieces, 4099, SortPlan.MAX_CUTOFF}) {
        assertThat(plan.piece(0, keys)).isZero();
        assertThat(plan.piece(pieces, keys)).isEqualTo(keys);
        for (int piece = 0; piece < pieces; piece++) {
          assertThat(plan.piece(piece + 1, keys)).isGreaterThanOrEqualTo(plan.piece(piece, keys));
        }
      }
    }
  }
}
