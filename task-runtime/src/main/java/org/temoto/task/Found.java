package org.temoto.task;

import java.util.OptionalLong;

/** End of a task that has found what a search above it looks for. */
final class Found extends RuntimeException {
  private static final long serialVersionUID = 1L;

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
    return failure.reason() instanceof Found found
        ? OptionalLong.of(found.value)
        : OptionalLong.empty();
  }
}
