package org.temoto.apps.sort;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.DoubleTask;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskHandle;

/**
 * Runs every task where it is forked: a cluster on which one PE is active, whatever the others
 * could steal.
 */
record InPlace(GlobalAddressSpace space) implements TaskContext {
  @Override
  public <R> Forked<R> fork(Task<R> task) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  /** Runs the task, of which nobody wants a result. */
  @Override
  public <R> Forked<R> forkAt(int pe, Task<R> task) {
    task.run(this);
    return null;
  }

  @Override
  public TaskHandle forkAfter(Task<?> task, TaskHandle... dependencies) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public void join(TaskHandle task) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public TaskHandle promise() {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public void fulfil(TaskHandle promise) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public void detach(Task<?> task) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public void detach(int pe, Task<?> task) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public void fulfil(TaskHandle promise, Object value) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public <T> T value(TaskHandle promise, Class<T> type) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public TaskHandle forkAfter(int pe, Task<?> task, TaskHandle... dependencies) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public <R> R join(Forked<R> child) {
    if (child != null) {
      throw new UnsupportedOperationException("only of forkAt");
    }
    return null;
  }

  @Override
  public Forked.OfLong fork(LongTask task) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public Forked.OfDouble fork(DoubleTask task) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public long join(Forked.OfLong child) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public double join(Forked.OfDouble child) {
    throw new UnsupportedOperationException("only forkJoin");
  }

  @Override
  public void sync() {}

  @Override
  public void forkJoin(Task<?>... tasks) {
    for (Task<?> task : tasks) {
      task.run(this);
    }
  }

  @Override
  public void share(long nanos) {}

  @Override
  public void attend() {}

  @Override
  public void charge(long nanos) {}

  @Override
  public int pe() {
    return space.pe();
  }

  @Override
  public int worker() {
    return 0;
  }
}
