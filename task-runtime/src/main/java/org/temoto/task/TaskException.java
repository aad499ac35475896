package org.temoto.task;

import org.temoto.gas.GasException;

/** A child failed; the cause is what it threw, with the stack trace of the PE where it ran. */
public final class TaskException extends GasException {
  private static final long serialVersionUID = 1L;

  private final int pe;

  public TaskException(String message, Throwable cause, int pe) {
    super(message, cause);
    this.pe = pe;
  }

  /** The PE on which the child ran. */
  public int pe() {
    return pe;
  }
}
