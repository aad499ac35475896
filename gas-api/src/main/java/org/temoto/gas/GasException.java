package org.temoto.gas;

/**
 * Exception for a failure of the address space or its backend; the message names the values and the
 * rule that they broke.
 */
public class GasException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GasException(String message) {
    super(message);
  }

  public GasException(String message, Throwable cause) {
    super(message, cause);
  }
}
