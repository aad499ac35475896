package org.temoto.task;

import org.temoto.gas.GasException;
import org.temoto.gas.spi.Causes;

/**
 * Exception that ends a task whose result is not needed any more: a sibling of it, or of a task
 * that it was forked for, has failed, or the run has come to its limit. Thrown by the next fork or
 * join of the task, which does best to let it pass: every further fork and join throws it again.
 * Joiners do not see it, nor what a task throws with it as the cause: they get the failure that was
 * the reason.
 */
public final class TaskCancelledException extends GasException {
  private static final long serialVersionUID = 1L;

  TaskCancelledException(String task, int pe) {
    super(
        "task %s was cancelled on PE %s: a task beside or above it has failed, or the run has come to its limit"
            .formatted(task, pe));
  }

  /** The one that {@code thrown} is, or was thrown because of; or null. */
  static TaskCancelledException in(Throwable thrown) {
    int left = Causes.MOST;
    for (Throwable each = thrown; each != null && left > 0; each = Causes.next(each)) {
      if (each instanceof TaskCancelledException found) {
        return found;
      }
      left--;
    }
    return null;
  }
}
