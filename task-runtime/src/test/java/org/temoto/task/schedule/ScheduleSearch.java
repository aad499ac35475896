package org.temoto.task.schedule;

import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** Searches for a schedule under which the steal protocol fails. */
final class ScheduleSearch {
  private ScheduleSearch() {}

  /** Message of the first failure under the schedules of {@code count} seeds, or null. */
  static String search(long first, long count) {
    return search(first, count, StealPolicy.ONE_SIDED, StealAmount.ONE);
  }

  static String search(long first, long count, StealPolicy policy, StealAmount amount) {
    for (long seed = first; seed < first + count; seed++) {
      try {
        new ScheduledRun(seed, policy, amount).run();
      } catch (AssertionError failure) {
        return failure.getMessage();
      }
    }
    return null;
  }
}
