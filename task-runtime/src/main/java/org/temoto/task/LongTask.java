package org.temoto.task;

/**
 * A task whose result is a {@code long}, which is not boxed where the task runs on the strand that
 * forked it. The cheapest way to return something: see {@link TaskContext#fork(LongTask)}.
 */
@FunctionalInterface
public interface LongTask extends Task<Long> {
  long compute(TaskContext context);

  @Override
  default Long run(TaskContext context) {
    return compute(context);
  }
}
