package org.temoto.apps.matmul;

import org.temoto.apps.ElementType;
import org.temoto.apps.Kernel;

/**
 * How finely a product is cut into tasks.
 *
 * @param height a task computes a tile of C with at most so many rows
 * @param width and columns
 * @param depth and adds at most so many products to each element of it at once
 */
public record MultiplyPlan(ElementType type, long height, long width, long depth, Kernel kernel) {
  /** Below this, packing and localizing cost more than they gain. */
  private static final long MIN_SIDE = 64;

  /** Above this, the kernel gains nothing more. */
  private static final long MAX_SIDE = 512;

  /** Deep blocks touch each element of C seldom; their panels of A and B still are small. */
  private static final long DEPTH = 1024;

  private static final long LIMIT = 1 << 14;
  private static final int TILES_PER_WORKER = 4;

  public MultiplyPlan {
    requireSide("height", height);
    requireSide("width", width);
    requireSide("depth", depth);
    if (!type.isFloat()) {
      throw new IllegalArgumentException("type=" + type + ": matrices are of float32 or float64");
    }
  }

  private static void requireSide(String name, long side) {
    if (side < 1 || side > LIMIT) {
      throw new IllegalArgumentException(name + "=" + side + " must be from 1 to " + LIMIT);
    }
  }

  /**
   * What suits a product of {@code rows x columns} elements on so many workers: several tiles for
   * each of them.
   */
  public static MultiplyPlan suited(
      ElementType type, long rows, long columns, int pes, int workers, Kernel kernel) {
    double tiles = (double) TILES_PER_WORKER * pes * workers;
    double area = (double) rows * columns / tiles;
    long width = side(Math.sqrt(area));
    long height = side(area / width); // rather high than wide: packed B is used by more rows
    return new MultiplyPlan(type, height, width, DEPTH, kernel);
  }

  /** A power of two: halves of halves stay multiples of the kernels' vectors. */
  private static long side(double most) {
    return Math.clamp(Long.highestOneBit(Math.max(1, (long) most)), MIN_SIDE, MAX_SIDE);
  }

  /** The same with blocks of at most {@code side} in each dimension. */
  public MultiplyPlan withCutoff(long side) {
    requireSide("cutoff", side);
    return new MultiplyPlan(type, side, side, side, kernel);
  }
}
