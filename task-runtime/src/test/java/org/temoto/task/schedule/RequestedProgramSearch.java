package org.temoto.task.schedule;

import org.temoto.task.RuntimeOptions.StealPolicy;

/** {@link IterativeProgramTest}'s search where thieves ask. */
final class RequestedProgramSearch {
  private RequestedProgramSearch() {}

  static String search(long first, long count) {
    return IterativeProgramTest.search(first, count, StealPolicy.REQUEST);
  }
}
