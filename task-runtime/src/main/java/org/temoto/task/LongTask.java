package org.temoto.task;

/**
 * A task whose result is a {@code long}: forked and joined without boxing it, see {@link
 * TaskContext#fork(LongTask)}.
 */
@FunctionalInterface
public interface LongTask extends Task<Long> {
  long compute(TaskContext context);

  @Override
  default Long run(TaskContext context) {
    return compute(context);
  }
}
