package org.temoto.task;

/** Handle of a forked {@link DoubleTask}; otherwise as {@link Forked}. */
public final class ForkedDouble extends Handle {
  final DoubleTask task;

  ForkedDouble(Frame parent, Frame frame, long stamp, DoubleTask task) {
    super(parent, frame, stamp);
    this.task = task;
  }

  /** As {@link TaskContext#join(ForkedDouble)}, in the task that forked the child. */
  public double join() {
    return parent.join(this);
  }
}
