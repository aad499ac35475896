package org.temoto.task.schedule;

/** Searches for a schedule under which the steal protocol fails. */
final class ScheduleSearch {
  private ScheduleSearch() {}

  /** What goes wrong first under the schedules of {@code count} seeds, or null. */
  static String search(long first, long count) {
    for (long seed = first; seed < first + count; seed++) {
      try {
        new ScheduledRun(seed).run();
      } catch (AssertionError failure) {
        return failure.getMessage();
      }
    }
    return null;
  }
}
