package org.temoto.task.collective;

import org.temoto.gas.GasException;

/**
 * Exception for a collective that has failed on every PE because the program's code in it threw on
 * one. The message names that PE and what was thrown; on that PE the cause is it.
 */
public final class CollectiveException extends GasException {
  private static final long serialVersionUID = 1L;

  private final int pe;

  CollectiveException(String collective, int pe, String reason, Throwable cause) {
    super(collective + " failed on PE " + pe + ": " + reason, cause);
    this.pe = pe;
  }

  private CollectiveException(CollectiveException first) {
    super(first.getMessage(), first.getCause());
    pe = first.pe;
  }

  /** The same, thrown by the calling strand. */
  CollectiveException again() {
    return new CollectiveException(this);
  }

  /** The PE on which the code threw; the first one to say so, if there are several. */
  public int pe() {
    return pe;
  }
}
