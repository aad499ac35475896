package org.temoto.gas.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private static final int LAPS = 5_000;

  private final ThreadClock thread = new ThreadClock();

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Short laps, of which the thread's clock knows too, and a long one in which it has slept. */
  @Test
  void shouldNotCountMoreThanTheThreadHasComputed() {
    Stopwatch stopwatch = new Stopwatch();
    long before = thread.now();
    stopwatch.start();
    long laps = 0;
    for (int i = 0; i < LAPS; i++) {
      spin(4_000);
      laps += stopwatch.lap();
    }
    spin(1_000_000);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    laps += stopwatch.lap();
    long computed = thread.now() - before;
    assertThat(laps).isBetween(computed / 2, computed + computed / 10);
  }
}
