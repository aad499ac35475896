package org.temoto.task.pattern;

/**
 * An associative operator on integers; a record or enum, for it travels. 32-bit elements are
 * widened, and results narrowed as by a cast.
 */
public interface LongOperator {
  /** Modulo 2^64, so that sums of 32-bit elements do not overflow; has loops of its own. */
  LongOperator SUM = LongOperators.SUM;

  LongOperator PRODUCT = LongOperators.PRODUCT;
  LongOperator MIN = LongOperators.MIN;
  LongOperator MAX = LongOperators.MAX;
  LongOperator AND = LongOperators.AND;
  LongOperator OR = LongOperators.OR;
  LongOperator XOR = LongOperators.XOR;

  /** Value that changes nothing, on either side. */
  long identity();

  long apply(long left, long right);
}
