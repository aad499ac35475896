package org.temoto.apps.matmul;

import org.temoto.apps.Kernel;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Cost table of products for modelled computing, as the machine of docs/performance.md does them.
 */
final class ProductCosts {
  /** Operations per nanosecond, an addition and a multiplication being two. */
  private static final double FAST_DOUBLES = 46;

  private static final double FAST_FLOATS = 92;
  private static final double PLAIN = 1.5;

  private ProductCosts() {}

  /**
   * Nanoseconds to add the product of matrices of {@code m} x {@code k} and {@code k} x {@code n}.
   */
  static long product(long m, long n, long k, ElementType type, Kernel kernel) {
    double speed = type == ElementType.FLOAT32 ? FAST_FLOATS : FAST_DOUBLES;
    return (long) (2.0 * m * n * k / (kernel == Kernel.FAST ? speed : PLAIN));
  }
}
