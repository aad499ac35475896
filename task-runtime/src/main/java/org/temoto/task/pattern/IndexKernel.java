package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** Function that {@link Patterns#forEach} calls on indices; a record or enum, for it travels. */
@FunctionalInterface
public interface IndexKernel {
  /** Works on the indices [{@code from}, {@code to}). May localize, fork and join. */
  void run(TaskContext context, long from, long to);
}
