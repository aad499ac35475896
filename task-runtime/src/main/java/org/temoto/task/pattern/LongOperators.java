package org.temoto.task.pattern;

/** Operators that are the constants of {@link LongOperator}; an enum, for they travel. */
enum LongOperators implements LongOperator {
  SUM(0),
  PRODUCT(1),
  MIN(Long.MAX_VALUE),
  MAX(Long.MIN_VALUE),
  AND(-1),
  OR(0),
  XOR(0);

  private final long identity;

  LongOperators(long identity) {
    this.identity = identity;
  }

  @Override
  public long identity() {
    return identity;
  }

  @Override
  public long apply(long left, long right) {
    return switch (this) {
      case SUM -> left + right;
      case PRODUCT -> left * right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
    };
  }
}
