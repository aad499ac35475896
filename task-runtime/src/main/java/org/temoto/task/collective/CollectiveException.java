package org.temoto.task.collective;

import org.temoto.gas.GasException;

/**
 * Exception for a collective that has failed on every PE because the program's code in it threw on
 * one. The message names that PE and what was thrown; on that PE the cause is it. What the output
 * holds then is undefined.
 */
public final class CollectiveException extends GasException {
  private static final long serialVersionUID = 1L;

  private final int pe;

  public CollectiveException(String message, int pe, Throwable cause) {
    super(message, cause);
    this.pe = pe;
  }

  /** The PE on which the code threw; the first one to say so, if there are several. */
  public int pe() {
    return pe;
  }
}
