package org.temoto.task;

/** As {@link Forked}, of a {@link LongTask}. */
public final class ForkedLong extends Handle {
  final LongTask task;

  ForkedLong(Frame parent, Frame frame, long stamp, LongTask task) {
    super(parent, frame, stamp);
    this.task = task;
  }
}
