package org.temoto.task;

/**
 * A task whose result is a {@code double}, which is not boxed where the task runs on the strand
 * that forked it; see {@link TaskContext#fork(DoubleTask)}.
 */
@FunctionalInterface
public interface DoubleTask extends Task<Double> {
  double compute(TaskContext context);

  @Override
  default Double run(TaskContext context) {
    return compute(context);
  }
}
