package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private static final int ROUNDS = 50;
  private static final int LAPS = 200;

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
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < LAPS; i++) {
        spin(2_000);
        laps += stopwatch.lap();
      }
      spin(100_000);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      laps += stopwatch.lap();
    }
    long computed = thread.now() - before;
    assertThat(laps).isBetween(computed / 2, computed + computed / 10);
  }
}
