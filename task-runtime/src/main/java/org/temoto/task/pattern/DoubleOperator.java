package org.temoto.task.pattern;

/**
 * An associative operator on floating-point numbers; a record or enum, for it travels. 32-bit
 * elements are widened, and results narrowed as by a cast. {@link DoubleOperators} has the usual
 * ones, and loops of its own for them.
 */
public interface DoubleOperator {
  /** What changes nothing, on either side. */
  double identity();

  double apply(double left, double right);
}
