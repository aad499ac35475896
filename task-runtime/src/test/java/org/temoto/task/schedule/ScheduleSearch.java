package org.temoto.task.schedule;

import org.temoto.task.RuntimeOptions.StealPolicy;

/** Searches for a schedule under which the steal protocol fails. */
final class ScheduleSearch {
  private static final StealPolicy POLICY =
      StealPolicy.valueOf(System.getProperty("temoto.policy", StealPolicy.ONE_SIDED.name()));

  private ScheduleSearch() {}

  /** What goes wrong first under the schedules of {@code count} seeds, or null. */
  static String search(long first, long count) {
    for (long seed = first; seed < first + count; seed++) {
      try {
        new ScheduledRun(seed, POLICY).run();
      } catch (AssertionError failure) {
        return failure.getMessage();
      }
    }
    return null;
  }
}
