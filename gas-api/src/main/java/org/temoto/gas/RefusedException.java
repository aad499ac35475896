package org.temoto.gas;

import java.util.Optional;

/**
 * Exception for a job that cannot be done as it was asked for: what was chosen or what is installed
 * does not allow it. The message names the values, the rule and the fix, which is the user's:
 * nothing has failed.
 */
public final class RefusedException extends GasException {
  private static final long serialVersionUID = 1L;

  private final String fact;
  private final String option;

  public RefusedException(String message) {
    this(message, null);
  }

  public RefusedException(String message, Throwable cause) {
    super(message, cause);
    this.fact = message;
    this.option = null;
  }

  private RefusedException(String option, String fact, Throwable cause) {
    super(fact + " (option " + option + ")", cause);
    this.fact = fact;
    this.option = option;
  }

  /**
   * A refusal that another value of one option resolves.
   *
   * @param option its name in {@link GasOptions}, for example {@code heapBytes}
   */
  public static RefusedException byOption(String option, String fact) {
    return new RefusedException(option, fact, null);
  }

  /** As {@link #byOption(String, String)}, after {@code cause}. */
  public static RefusedException byOption(String option, String fact, Throwable cause) {
    return new RefusedException(option, fact, cause);
  }

  /** The message without the option's name, for callers that call it by another. */
  public String fact() {
    return fact;
  }

  /** The option that resolves it, by its name in {@link GasOptions}. */
  public Optional<String> option() {
    return Optional.ofNullable(option);
  }
}
