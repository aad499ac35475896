package org.temoto.apps.matmul;

import org.temoto.apps.ElementType;
import org.temoto.apps.Kernel;

/** The leaf of the product for each type of element. */
final class TileKernels {
  private TileKernels() {}

  /** Adds the product of {@code a} (m x k) and {@code b} (k x n) to {@code c} (m x n). */
  static void multiplyAdd(ElementType type, Kernel kernel, Tile a, Tile b, Tile c) {
    if (kernel == Kernel.PLAIN) {
      PlainKernel.multiplyAdd(a, b, c);
    } else if (type == ElementType.FLOAT64) {
      DoubleKernel.multiplyAdd(a, b, c);
    } else {
      FloatKernel.multiplyAdd(a, b, c);
    }
  }
}
