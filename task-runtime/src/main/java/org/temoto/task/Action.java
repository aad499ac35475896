package org.temoto.task;

/** A task without a result. */
@FunctionalInterface
public interface Action extends Task<Void> {
  void compute(TaskContext context);

  @Override
  default Void run(TaskContext context) {
    compute(context);
    return null;
  }
}
