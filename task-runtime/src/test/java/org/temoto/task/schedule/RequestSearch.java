package org.temoto.task.schedule;

import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;

/** {@link ScheduleSearch} where thieves ask. */
final class RequestSearch {
  private RequestSearch() {}

  static String search(long first, long count) {
    return ScheduleSearch.search(first, count, StealPolicy.REQUEST, StealAmount.ONE);
  }
}
