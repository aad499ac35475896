package org.temoto.task.pattern;

import org.temoto.task.TaskContext;

/** Function that a loop calls on a part of its elements; a record, for it travels. */
interface PartWork {
  void run(TaskContext context, WalkPlan plan, long from, long to);
}
