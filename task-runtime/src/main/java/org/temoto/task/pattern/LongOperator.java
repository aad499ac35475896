package org.temoto.task.pattern;

/**
 * An associative operator on integers; a record or enum, for it travels. 32-bit elements are
 * widened, and results narrowed as by a cast. {@link LongOperators} has the usual ones, and loops
 * of its own for them.
 */
public interface LongOperator {
  /** What changes nothing, on either side. */
  long identity();

  long apply(long left, long right);
}
