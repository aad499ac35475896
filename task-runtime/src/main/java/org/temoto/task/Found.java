package org.temoto.task;

import java.util.OptionalLong;

/** End of a task that has found what a search above it looks for. */
final class Found extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Depth to which failures in each other are looked through: a program may have made a ring. */
  private static final int MOST = 20;

  final long value;

  Found(long value) {
    super("found " + value + ", and nothing above searches", null, false, false);
    this.value = value;
  }

  /**
   * The number for which a task ended with {@code failure}. One that only waited for another has no
   * reason of its own: then that is the other's, suppressed in it.
   */
  static OptionalLong in(TaskException failure) {
    return reason(failure, 0) instanceof Found found
        ? OptionalLong.of(found.value)
        : OptionalLong.empty();
  }

  /** The first reason that there is, or null. */
  private static Throwable reason(TaskException failure, int depth) {
    Throwable reason = failure.getCause();
    for (Throwable other : failure.getSuppressed()) {
      if (reason == null && other instanceof TaskException known && depth < MOST) {
        reason = reason(known, depth + 1);
      }
    }
    return reason;
  }
}
