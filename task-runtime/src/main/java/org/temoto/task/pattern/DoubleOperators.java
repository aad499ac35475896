package org.temoto.task.pattern;

/** Operators that are the constants of {@link DoubleOperator}; an enum, for they travel. */
enum DoubleOperators implements DoubleOperator {
  SUM(0),
  PRODUCT(1),
  MIN(Double.POSITIVE_INFINITY),
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
