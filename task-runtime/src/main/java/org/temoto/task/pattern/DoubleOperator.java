package org.temoto.task.pattern;

/**
 * An associative operator on floating-point numbers; a record or enum, for it travels. 32-bit
 * elements are widened, and results narrowed as by a cast.
 */
public interface DoubleOperator {
  /**
   * In an order that follows from the array's length, place and page size, the cache's size, the
   * policy and the number of PEs and workers alone: the same run gives the same bits. Has loops of
   * its own.
   */
  DoubleOperator SUM = DoubleOperators.SUM;

  DoubleOperator PRODUCT = DoubleOperators.PRODUCT;

  /** NaN if there is one, as {@link Math#min(double, double)}. */
  DoubleOperator MIN = DoubleOperators.MIN;

  /** NaN if there is one, as {@link Math#max(double, double)}. */
  DoubleOperator MAX = DoubleOperators.MAX;

  /** Value that changes nothing, on either side. */
  double identity();

  double apply(double left, double right);
}
