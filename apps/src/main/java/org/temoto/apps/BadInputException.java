package org.temoto.apps;

/**
 * Exception for input of the user that cannot be used; the one-line message names it and the rule.
 * The command line exits with 2.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }

  public BadInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
