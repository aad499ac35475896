package org.temoto.task;

import org.temoto.gas.GlobalAddressSpace;

/**
 * What a running task may do: fork children and join them. Structured: children that a task has not
 * joined when it ends are joined then, also when it throws. Belongs to the strand that runs the
 * task; a task passes it to nobody but methods that it calls.
 */
public interface TaskContext {
  /**
   * Makes {@code task} available to other workers; costs nanoseconds and no communication unless
   * somebody is hungry. Views that the task has open are frozen until all its children are joined.
   *
   * @throws org.temoto.gas.GasException if the task cannot be marshalled, naming the component; or
   *     if the oldest task that waits here is too large for any buffer
   */
  <R> Forked<R> fork(Task<R> task);

  /** As {@link #fork(Task)}, for a task whose result is not boxed. */
  default ForkedLong fork(LongTask task) {
    return new ForkedLong(fork((Task<Long>) task));
  }

  /** As {@link #fork(Task)}, for a task whose result is not boxed. */
  default ForkedDouble fork(DoubleTask task) {
    return new ForkedDouble(fork((Task<Double>) task));
  }

  /**
   * The result of a child of the running task: runs it here if nobody has taken it, else waits for
   * it without burying this task's stack. Children forked after it that are still here are run
   * first. A child that has ended already costs a look; it may be joined again.
   *
   * @throws TaskException if the child threw; the cause is what it threw, and a TaskException from
   *     further down passes as it is
   * @throws IllegalStateException if another task forked the child, or it was cancelled
   */
  <R> R join(Forked<R> child);

  /** As {@link #join(Forked)}. */
  default long join(ForkedLong child) {
    return join(child.forked);
  }

  /** As {@link #join(Forked)}. */
  default double join(ForkedDouble child) {
    return join(child.forked);
  }

  /**
   * Joins all children forked so far. After a failure those that have not started are cancelled;
   * the first failure is thrown, others suppressed in it.
   */
  void sync();

  /**
   * Runs all tasks, perhaps in parallel, and joins them as {@link #sync} does, together with
   * children forked before. The first one is run in place, then, in their order, those that nobody
   * has taken; thieves begin with the last one. So the first tasks are likely to run where this one
   * does.
   */
  void forkJoin(Task<?>... tasks);

  /** Opens a part of the running task that ends when the children forked in it have ended. */
  default Scope scope() {
    return new Scope(this);
  }

  /** The PE that runs the task at present. */
  int pe();

  /** The worker that runs the task at present, from 0 within its PE. */
  int worker();

  GlobalAddressSpace space();
}
