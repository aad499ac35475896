package org.temoto.task;

/** A {@link LongTask} that has been forked; joined once, by the task that forked it. */
public final class ForkedLong {
  final Forked<Long> forked;

  ForkedLong(Forked<Long> forked) {
    this.forked = forked;
  }
}
