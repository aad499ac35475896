package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** Function that reduces a part of elements to one result; a record, for it travels. */
interface PartFold<R> {
  R fold(TaskContext context, WalkPlan plan, long from, long to);

  R combine(R left, R right);
}
