package org.temoto.gas.spi.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TurnTest {
  private static final long SLICE_NANOS = 4_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE); // nanoTime may overflow
  private final AtomicInteger yields = new AtomicInteger();

  private Turn whereAYieldTakes(long nanos) {
    return new Turn(
        now::get,
        () -> {
          yields.incrementAndGet();
          now.addAndGet(nanos);
        });
  }

  @Test
  void shouldYieldWhereOthersWait() {
    Turn turn = whereAYieldTakes(2_000);
    for (int i = 0; i < 1_000; i++) {
      assertThat(turn.yields()).isTrue();
    }
    assertThat(yields).hasValue(1_000);
  }

  @Test
  void shouldNapWhereOthersComputeAndTryAgainNowAndThen() {
    Turn turn = whereAYieldTakes(SLICE_NANOS);
    long start = now.get();
    while (now.get() - start < 1_000 * SLICE_NANOS) {
      if (!turn.yields()) {
        now.addAndGet(Turn.NAP_NANOS);
      }
    }
    assertThat(yields).hasValueBetween(10, 20); // 2 % of the time
  }
}
