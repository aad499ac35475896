package org.temoto.apps.matmul;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.Kernel;
import org.temoto.gas.GasOptions;
import org.temoto.task.pattern.sort.ElementType;

class MultiplyPlanTest {
  private static final GasOptions OPTIONS = GasOptions.DEFAULT.withPageSize(4096).withWorkers(2);

  private static MultiplyPlan within(long cache, long m, long k, long n) {
    return MultiplyPlan.suited(ElementType.FLOAT64, m, n, 1, 2, Kernel.FAST)
        .within(OPTIONS.withCacheBytes(cache), MatrixLayout.TILES, m, k, n);
  }

  @Test
  void shouldKeepWhatSuitsAUsualCache() {
    MultiplyPlan suited = MultiplyPlan.suited(ElementType.FLOAT64, 4096, 4096, 1, 2, Kernel.FAST);
    assertThat(within(1L << 30, 4096, 4096, 4096)).isEqualTo(suited);
  }

  @ParameterizedTest
  @CsvSource({"16,1024,1024,1024", "4,1024,1024,1024", "4,300,5000,20", "2,20,5000,300"})
  void shouldChooseBlocksThatFitASmallCache(int mebibytes, long m, long k, long n) {
    long cache = (long) mebibytes << 20;
    MultiplyPlan plan = within(cache, m, k, n);
    long rows = Math.min(plan.height(), m);
    long columns = Math.min(plan.width(), n);
    long inner = Math.min(plan.depth(), k);
    long elements = rows * inner + inner * columns + rows * columns;
    assertThat(2L * OPTIONS.workers() * elements * Double.BYTES).isLessThanOrEqualTo(cache);
    assertThat(List.of(plan.height(), plan.width(), plan.depth())).allMatch(side -> side >= 16);
  }
}
