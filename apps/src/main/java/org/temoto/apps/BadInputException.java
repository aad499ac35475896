package org.temoto.apps;

/**
 * What the user gave cannot be used; the one-line message names it and the rule. The command line
 * exits with 2.
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
