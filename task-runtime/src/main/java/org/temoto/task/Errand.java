package org.temoto.task;

import org.temoto.task.steal.TakenTask;

/** What a worker at its scheduling point has found to do. */
sealed interface Errand {
  /** To go on with a suspended strand. */
  record Resume(WorkerStrand strand) implements Errand {}

  /** To run a task that is not of the strand that found it. */
  sealed interface Stolen extends Errand {}

  /** The child of a task of {@code victim}, a worker of this PE. */
  record Claimed(Frame child, Worker victim) implements Stolen {}

  /**
   * A task from another PE.
   *
   * @param taken the thief's, who uses it again for the next one
   */
  record Taken(TakenTask taken, Task<?> task) implements Stolen {}
}
