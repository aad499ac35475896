package org.temoto.task;

import org.temoto.task.steal.TakenTask;

/** Work item that a worker has found at its scheduling point. */
sealed interface WorkItem {
  /** Work item: a suspended strand that goes on. */
  record Resume(WorkerStrand strand) implements WorkItem {}

  /** Work item: a task that is not of the strand that found it. */
  sealed interface Stolen extends WorkItem {}

  /** Work item: the child of a task of {@code victim}, a worker of this PE. */
  record Claimed(Frame child, Worker victim) implements Stolen {}

  /**
   * Work item: a task from another PE.
   *
   * @param taken the thief's, which uses it again for the next one
   */
  record Taken(TakenTask taken, Task<?> task) implements Stolen {}
}
