package org.temoto.task;

/** As {@link Forked}, of a {@link DoubleTask}. */
public final class ForkedDouble extends Handle {
  final DoubleTask task;

  ForkedDouble(Frame parent, Frame frame, long stamp, DoubleTask task) {
    super(parent, frame, stamp);
    this.task = task;
  }
}
