package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Tests of the comparison of two clocks by barriers. */
class ClockComparisonTest {
  private static final int BARRIERS = 8;

  /** A PE enters each barrier late, and leaves it late, by anything. */
  @Property
  void shouldBoundTheDifference(
      @ForAll @LongRange(min = -1_000_000_000, max = 1_000_000_000) long ahead,
      @ForAll @Size(4 * BARRIERS) List<@LongRange(max = 1_000_000) Long> late) {
    long[] own = new long[2 * BARRIERS];
    long[] other = new long[2 * BARRIERS];
    long narrowest = Long.MAX_VALUE;
    long now = 0;
    for (int i = 0; i < BARRIERS; i++) {
      long ownEntry = now + late.get(4 * i);
      long otherEntry = now + late.get(4 * i + 1);
      long complete = Math.max(ownEntry, otherEntry);
      long ownExit = complete + late.get(4 * i + 2);
      long otherExit = complete + late.get(4 * i + 3);
      own[2 * i] = ownEntry + ahead;
      own[2 * i + 1] = ownExit + ahead;
      other[2 * i] = otherEntry;
      other[2 * i + 1] = otherExit;
      narrowest = Math.min(narrowest, ownExit - otherEntry + otherExit - ownEntry);
      now = Math.max(ownExit, otherExit);
    }
    ClockComparison found = ClockComparison.between(own, other);
    assertThat(Math.abs(found.aheadNanos() - ahead)).isLessThanOrEqualTo(found.errorNanos());
    assertThat(found.errorNanos()).isLessThanOrEqualTo(narrowest / 2 + 1);
  }
}
