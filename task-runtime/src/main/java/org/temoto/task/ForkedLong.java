package org.temoto.task;

/** Handle of a forked {@link LongTask}; otherwise as {@link Forked}. */
public final class ForkedLong extends Handle {
  final LongTask task;

  ForkedLong(Frame parent, Frame frame, long stamp, LongTask task) {
    super(parent, frame, stamp);
    this.task = task;
  }

  /** As {@link TaskContext#join(ForkedLong)}, in the task that forked the child. */
  public long join() {
    return parent.join(this);
  }
}
