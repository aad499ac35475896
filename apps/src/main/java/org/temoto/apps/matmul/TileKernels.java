package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.Kernel;
import org.temoto.apps.VectorModule;
import org.temoto.gas.RefusedException;
import org.temoto.task.pattern.sort.ElementType;

/** The leaf of the product for each type of element. */
public final class TileKernels {
  private TileKernels() {}

  /**
   * Returns if this JVM has the module of the fast kernels.
   *
   * @throws RefusedException if it was started without
   */
  public static void requireVectors() {
    VectorModule.require("the fast kernel", ", or choose the plain one (matmul --kernel plain)");
  }

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

  /** The same for square float64 tiles without gaps between their rows. */
  public static void multiplyAdd(MemorySegment a, MemorySegment b, MemorySegment c, int side) {
    DoubleKernel.multiplyAdd(square(a, side), square(b, side), square(c, side));
  }

  private static Tile square(MemorySegment segment, int side) {
    return new Tile(segment, side, side, side, Double.BYTES);
  }
}
