package org.temoto.task.pattern;

/** The usual operators on floating-point numbers. */
public enum DoubleOperators implements DoubleOperator {
  /**
   * In an order that follows from the array's length and place, the policy and the number of
   * workers alone: the same run gives the same bits.
   */
  SUM(0),
  PRODUCT(1),
  /** NaN if there is one, as {@link Math#min(double, double)}. */
  MIN(Double.POSITIVE_INFINITY),
  /** NaN if there is one, as {@link Math#max(double, double)}. */
  MAX(Double.NEGATIVE_INFINITY);

  private final double identity;

  DoubleOperators(double identity) {
    this.identity = identity;
  }

  @Override
  public double identity() {
    return identity;
  }

  @Override
  public double apply(double left, double right) {
    return switch (this) {
      case SUM -> left + right;
      case PRODUCT -> left * right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
    };
  }
}
