package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** What {@link Patterns#forEach} does with indices; a record or enum, for it travels. */
@FunctionalInterface
public interface IndexKernel {
  /** Works on the indices [{@code from}, {@code to}). May localize, fork and join. */
  void run(TaskContext context, long from, long to);
}
