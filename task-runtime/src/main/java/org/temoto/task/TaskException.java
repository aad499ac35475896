package org.temoto.task;

import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.task.marshal.RemoteFailure;

/**
 * Exception for a child that failed; the cause is what it threw, with the stack trace of the PE
 * where it ran. The message ends with the {@linkplain #path path} of the task.
 */
public final class TaskException extends GasException {
  private static final long serialVersionUID = 2L;

  /** Depth to which failures in each other are looked through: a program may have made a ring. */
  private static final int MOST = 20;

  private final int pe;
  private TaskPath path;

  /** A failure that does not tell its path. */
  public TaskException(String message, Throwable cause, int pe) {
    super(message, cause);
    this.pe = pe;
    this.path = new TaskPath(List.of());
  }

  TaskException(String task, Throwable cause, int pe, TaskPath path) {
    super("task " + task + " failed on PE " + pe + ": " + RemoteFailure.describe(cause), cause);
    this.pe = pe;
    this.path = path;
  }

  /** The PE on which the child ran. */
  public int pe() {
    return pe;
  }

  /**
   * The task that failed, the one that forked it, and so on towards the root: what each says of
   * itself, shortened; the last is {@code ...} if there are more.
   */
  public List<String> path() {
    return path.tasks();
  }

  /**
   * The first reason that there is: the cause, or that of a failure suppressed in this. Null for a
   * task that waited for another, if only that is known.
   */
  Throwable reason() {
    return reason(this, 0);
  }

  private static Throwable reason(TaskException failure, int depth) {
    Throwable reason = failure.getCause();
    for (Throwable other : failure.getSuppressed()) {
      if (reason == null && other instanceof TaskException known && depth < MOST) {
        reason = reason(known, depth + 1);
      }
    }
    return reason;
  }

  /** The failure has come from another PE to where {@code path} leads to the task stolen. */
  void continueBy(TaskPath stolen) {
    path = path.continuedBy(stolen);
  }

  @Override
  public String getMessage() {
    return path.tasks().size() < 2 ? super.getMessage() : super.getMessage() + " (" + path + ")";
  }
}
