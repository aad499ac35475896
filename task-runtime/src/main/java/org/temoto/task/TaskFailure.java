package org.temoto.task;

import org.temoto.gas.GasException;

/**
 * Record of why a task failed, and where.
 *
 * @param path null for what passes on to joiners as it is: a {@link TaskException} from further
 *     down, which has one, and what is no task's own failure
 */
record TaskFailure(Throwable thrown, int pe, TaskPath path) {
  static TaskFailure of(Throwable thrown, Frame frame, int pe) {
    boolean passing =
        thrown instanceof TaskException
            || thrown instanceof TaskCancelledException
            || thrown instanceof RunTimeoutException;
    return new TaskFailure(thrown, pe, passing ? null : TaskPath.of(frame));
  }

  /** Exception that a joiner of {@code task} gets, which failed so. */
  GasException exception(Task<?> task) {
    return path == null
        ? (GasException) thrown
        : new TaskException(Frame.name(task), thrown, pe, path);
  }
}
