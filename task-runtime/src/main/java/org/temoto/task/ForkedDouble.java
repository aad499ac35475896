package org.temoto.task;

/** A {@link DoubleTask} that has been forked; joined once, by the task that forked it. */
public final class ForkedDouble {
  final Forked<Double> forked;

  ForkedDouble(Forked<Double> forked) {
    this.forked = forked;
  }
}
