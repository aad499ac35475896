package org.temoto.task;

/** A task without a result. */
@FunctionalInterface
public interface Action extends Task<Void> {
  void execute(TaskContext context);

  @Override
  default Void run(TaskContext context) {
    execute(context);
    return null;
  }
}
