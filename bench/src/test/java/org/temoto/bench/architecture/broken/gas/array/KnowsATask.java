package org.temoto.bench.architecture.broken.gas.array;

import org.temoto.bench.architecture.broken.task.Task;

/** The address space may not know tasks. */
public final class KnowsATask {
  Task task;
}
