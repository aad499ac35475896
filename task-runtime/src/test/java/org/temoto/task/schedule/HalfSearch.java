package org.temoto.task.schedule;

import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** {@link ScheduleSearch} where thieves take half of what is on offer. */
final class HalfSearch {
  private HalfSearch() {}

  static String search(long first, long count) {
    return ScheduleSearch.search(first, count, StealPolicy.ONE_SIDED, StealAmount.HALF);
  }
}
