package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.task.RuntimeOptions.StealPolicy;

/**
 * The steal protocol of the real runtime under many schedules, with delayed and reordered
 * operations; a seed that fails is named and repeats exactly.
 */
@Timeout(120)
class StealScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 2_000);
  private static final long FIRST = Long.getLong("temoto.seed", 1);

  @ParameterizedTest
  @EnumSource
  void shouldRunEveryTaskOnceUnderEverySchedule(StealPolicy policy) {
    long steals = 0;
    long suspensions = 0;
    long tasks = 0;
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      ScheduledRun run = new ScheduledRun(seed, policy);
      run.run();
      steals += run.remoteSteals();
      suspensions += run.suspensions();
      tasks += run.tasks();
    }
    System.out.printf(
        "%s, %d schedules from seed %d: %d tasks, %d steals between PEs, %d suspensions%n",
        policy, SCHEDULES, FIRST, tasks, steals, suspensions);
    assertThat(steals).isGreaterThan(SCHEDULES);
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeTheSameCourseWithTheSameSeed(StealPolicy policy) {
    for (long seed = 1; seed <= 30; seed++) {
      ScheduledRun first = new ScheduledRun(seed, policy);
      first.run();
      ScheduledRun second = new ScheduledRun(seed, policy);
      second.run();
      assertThat(second.course()).as("seed %d", seed).isEqualTo(first.course());
    }
  }
}
