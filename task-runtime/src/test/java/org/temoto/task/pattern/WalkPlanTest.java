package org.temoto.task.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of where the parts of a walk begin. */
class WalkPlanTest {
  @ParameterizedTest
  @CsvSource({
    "10, 3",
    "1000003, 1000",
    "10000000000, 3333333334",
    "9000000000000000000, 8999999999999999999",
  })
  void shouldCutPartsThatFollowEachOther(long length, long parts) {
    WalkPlan plan = new WalkPlan(length, parts, 1, 0, 1, false);
    long most = Math.ceilDiv(length, parts) + 1;
    assertThat(plan.start(0)).isZero();
    assertThat(plan.start(parts)).isEqualTo(length);
    for (long step = 0; step < Math.min(parts, 1_000); step++) {
      long index = parts / Math.min(parts, 1_000) * step;
      long size = plan.start(index + 1) - plan.start(index);
      assertThat(size).as("part %s", index).isBetween(length / parts - 1, most);
    }
    assertThat(length - plan.start(parts - 1)).isBetween(length / parts - 1, most);
  }
}
