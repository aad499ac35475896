package org.temoto.gas;

/** Exception for an option whose value its rule refuses; the message names all three. */
public final class InvalidOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String option;
  private final String value;
  private final String rule;

  /**
   * @param option the option's name in the record of options that has it
   * @param rule what a value must be, for example {@code at least 1}
   */
  public InvalidOptionException(String option, Object value, String rule) {
    super(option + "=" + value + " must be " + rule);
    this.option = option;
    this.value = String.valueOf(value);
    this.rule = rule;
  }

  public String option() {
    return option;
  }

  public String value() {
    return value;
  }

  public String rule() {
    return rule;
  }
}
