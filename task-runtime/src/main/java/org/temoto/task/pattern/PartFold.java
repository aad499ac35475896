package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** What parts of elements come to; a record, for it travels. */
interface PartFold<R> {
  R fold(TaskContext context, Plan plan, long from, long to);

  R combine(R left, R right);
}
