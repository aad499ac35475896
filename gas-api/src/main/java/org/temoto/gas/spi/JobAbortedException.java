package org.temoto.gas.spi;

import org.temoto.gas.GasException;

/**
 * Exception that ends a wait because another PE or strand has failed; the job's own failure is the
 * cause.
 */
public final class JobAbortedException extends GasException {
  private static final long serialVersionUID = 1L;

  public JobAbortedException(Throwable cause) {
    super("the job was aborted: " + cause, cause);
  }
}
