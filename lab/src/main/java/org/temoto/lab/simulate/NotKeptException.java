package org.temoto.lab.simulate;

/** Exception for results that could not be written to their files; the cause says why. */
public final class NotKeptException extends Exception {
  private static final long serialVersionUID = 1;

  NotKeptException(RuntimeException cause) {
    super(cause);
  }
}
