package org.temoto.task;

import org.temoto.task.steal.TakenTask;

/** Task that a worker has got at its scheduling point, and that its strand did not fork. */
sealed interface Stolen {
  /** The child of a task of {@code victim}, a worker of this PE. */
  record Claimed(Frame child, WorkerIdentity victim) implements Stolen {}

  /**
   * A task from another PE.
   *
   * @param taken the thief's, which uses it again for the next one
   */
  record Taken(TakenTask taken, Task<?> task) implements Stolen {}
}
