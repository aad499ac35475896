package org.temoto.bench.shmem;

/** A measurement that cannot be made, or whose result would mean nothing; one line says why. */
public final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
