package org.temoto.bench.shmem;

import org.temoto.gas.GasException;

/**
 * Exception for a measurement that cannot be made, or whose result would mean nothing; one line
 * says why, also where it is thrown in a job that is measured.
 */
public final class BenchException extends GasException {
  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
