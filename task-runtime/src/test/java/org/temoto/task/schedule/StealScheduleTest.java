package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;

/**
 * Tests of the steal protocol of the real runtime under many schedules, with delayed and reordered
 * operations; a seed that fails is named and repeats exactly.
 */
class StealScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 1_000);
  private static final long FIRST = Long.getLong("temoto.seed", 1);

  /** Hang guard of as many schedules as a busy machine runs in it. */
  private static final Duration OF_A_THOUSAND = Duration.ofMinutes(5);

  @ParameterizedTest
  @CsvSource({"ONE_SIDED,ONE", "ONE_SIDED,HALF", "REQUEST,ONE"})
  @Timeout(value = 1, unit = TimeUnit.DAYS) // its own guard knows how many there are
  void shouldRunEveryTaskOnceUnderEverySchedule(StealPolicy policy, StealAmount amount) {
    Assertions.assertTimeoutPreemptively(
        OF_A_THOUSAND.multipliedBy(Math.ceilDiv(SCHEDULES, 1_000)),
        () -> runEverySchedule(policy, amount));
  }

  private static void runEverySchedule(StealPolicy policy, StealAmount amount) {
    long steals = 0;
    long suspensions = 0;
    long tasks = 0;
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      ScheduledRun run = new ScheduledRun(seed, policy, amount);
      run.run();
      steals += run.remoteSteals();
      suspensions += run.suspensions();
      tasks += run.tasks();
    }
    System.out.printf(
        "%s, %s: %d schedules from seed %d: %d tasks, %d steals between PEs, %d suspensions%n",
        policy, amount, SCHEDULES, FIRST, tasks, steals, suspensions);
    assertThat(steals).isGreaterThan(SCHEDULES);
  }

  @ParameterizedTest
  @CsvSource({"ONE_SIDED,ONE", "ONE_SIDED,HALF", "REQUEST,ONE"})
  void shouldTakeTheSameCourseWithTheSameSeed(StealPolicy policy, StealAmount amount) {
    for (long seed = 1; seed <= 30; seed++) {
      ScheduledRun first = new ScheduledRun(seed, policy, amount);
      first.run();
      ScheduledRun second = new ScheduledRun(seed, policy, amount);
      second.run();
      assertThat(second.course()).as("seed %d", seed).isEqualTo(first.course());
    }
  }
}
