package org.temoto.bench.shmem;

/** A measurement that cannot be made, or whose result would mean nothing; one line says why. */
final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BenchException(String message) {
    super(message);
  }

  BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
