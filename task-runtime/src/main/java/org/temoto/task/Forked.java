package org.temoto.task;

/**
 * Handle of a child that has been forked; joined at most once, by the task that forked it. Not
 * thread-safe.
 *
 * @param <R> its result
 */
public final class Forked<R> extends Handle {
  final Task<R> task;

  Forked(Frame parent, Frame frame, long stamp, Task<R> task) {
    super(parent, frame, stamp);
    this.task = task;
  }

  /** As {@link TaskContext#join(Forked)}, in the task that forked the child. */
  public R join() {
    return parent.join(this);
  }
}
