package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The steal protocol of the real runtime under many schedules, with delayed and reordered
 * operations; a seed that fails is named and repeats exactly.
 */
@Timeout(120)
class StealScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("temoto.schedules", 2_000);
  private static final long FIRST = Long.getLong("temoto.seed", 1);

  @Test
  void shouldRunEveryTaskOnceUnderEverySchedule() {
    long steals = 0;
    long suspensions = 0;
    long tasks = 0;
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      ScheduledRun run = new ScheduledRun(seed);
      run.run();
      steals += run.remoteSteals();
      suspensions += run.suspensions();
      tasks += run.tasks();
    }
    System.out.printf(
        "%d schedules from seed %d: %d tasks, %d steals between PEs, %d suspensions%n",
        SCHEDULES, FIRST, tasks, steals, suspensions);
    assertThat(steals).isGreaterThan(SCHEDULES);
  }

  @Test
  void shouldTakeTheSameCourseWithTheSameSeed() {
    for (long seed = 1; seed <= 30; seed++) {
      ScheduledRun first = new ScheduledRun(seed);
      first.run();
      ScheduledRun second = new ScheduledRun(seed);
      second.run();
      assertThat(second.course()).as("seed %d", seed).isEqualTo(first.course());
    }
  }
}
