package org.temoto.apps.sort;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.apps.Kernel;

class SortPlanTest {
  @Test
  void shouldMergeInManyTasksWhereSeveralPesShareThem() {
    SortPlan onePe = SortPlan.suited(4_000_000, 1, 2, Kernel.FAST);
    SortPlan twoPes = SortPlan.suited(4_000_000, 2, 1, Kernel.FAST);
    assertThat(twoPes.cutoff()).isEqualTo(onePe.cutoff());
    assertThat(4_000_000 / onePe.mergeGrain()).isBetween(4L, 8L);
    assertThat(4_000_000 / twoPes.mergeGrain()).isBetween(64L, 128L);
  }

  @Test
  void shouldNotCutMergesBelowWhatIsWorthTravelling() {
    assertThat(SortPlan.suited(2_000_000, 2, 1, Kernel.FAST).mergeGrain()).isEqualTo(1 << 15);
  }

  @Test
  void shouldStillGiveEveryWorkerMergesWhereKeysAreFew() {
    SortPlan plan = SortPlan.suited(100_000, 8, 1, Kernel.FAST);
    assertThat(100_000 / plan.mergeGrain()).isGreaterThanOrEqualTo(8);
  }

  @Test
  void shouldMergeNoLessThanAPageWherePagesTravel() {
    SortPlan plan = SortPlan.suited(1 << 23, 32, 1, Kernel.PLAIN);
    assertThat(plan.mergeGrain()).isLessThan(1 << 16);
    assertThat(plan.onPages(1 << 16, 1 << 23, 32, 1).mergeGrain()).isEqualTo(1 << 16);
    assertThat(plan.onPages(1 << 10, 1 << 23, 32, 1)).isEqualTo(plan);
    SortPlan alone = SortPlan.suited(1 << 23, 1, 32, Kernel.PLAIN);
    assertThat(alone.onPages(1 << 20, 1 << 23, 1, 32)).isEqualTo(alone);
  }

  @Test
  void shouldLeaveEveryWorkerAMergeHoweverLargePagesAre() {
    SortPlan plan = SortPlan.suited(1 << 20, 8, 1, Kernel.PLAIN).onPages(1 << 22, 1 << 20, 8, 1);
    assertThat(plan.mergeGrain()).isBetween((1L << 20) / 8, (1L << 20) / 7);
  }
}
