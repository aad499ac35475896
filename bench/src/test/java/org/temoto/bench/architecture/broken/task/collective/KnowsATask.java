package org.temoto.bench.architecture.broken.task.collective;

import org.temoto.bench.architecture.broken.task.Task;

/** Collectives may not know tasks. */
public final class KnowsATask {
  Task task;
}
