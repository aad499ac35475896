package org.temoto.task;

import org.temoto.task.steal.TakenTask;

/**
 * A task of another PE that a worker has taken together with others, or one that is detached here,
 * not started. It belongs to the worker, not to a strand: so none is stuck behind a strand that
 * waits.
 *
 * @param taken where its end is to be reported; not the place of another task, as long as this is
 *     held
 * @param task the task, if it has been read or is not to be sent; null while it stands in its slot
 */
record HeldTask(TakenTask taken, Task<?> task) implements Offered {
  /** Tells whether thieves of other PEs can get it as it came. */
  boolean isInSlot() {
    return task == null;
  }
}
