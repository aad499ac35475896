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

  /** Handle of a forked {@link LongTask}; otherwise as {@link Forked}. */
  public static final class OfLong extends Handle {
    final LongTask task;

    OfLong(Frame parent, Frame frame, long stamp, LongTask task) {
      super(parent, frame, stamp);
      this.task = task;
    }

    /** As {@link TaskContext#join(OfLong)}, in the task that forked the child. */
    public long join() {
      return parent.join(this);
    }
  }

  /** Handle of a forked {@link DoubleTask}; otherwise as {@link Forked}. */
  public static final class OfDouble extends Handle {
    final DoubleTask task;

    OfDouble(Frame parent, Frame frame, long stamp, DoubleTask task) {
      super(parent, frame, stamp);
      this.task = task;
    }

    /** As {@link TaskContext#join(OfDouble)}, in the task that forked the child. */
    public double join() {
      return parent.join(this);
    }
  }
}
