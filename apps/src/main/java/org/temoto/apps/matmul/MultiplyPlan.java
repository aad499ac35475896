package org.temoto.apps.matmul;

import org.temoto.apps.ElementType;
import org.temoto.apps.Kernel;

/**
 * How finely a product is cut into tasks.
 *
 * @param cutoff a task multiplies blocks with no dimension above this
 */
public record MultiplyPlan(ElementType type, long cutoff, Kernel kernel) {
  /** Below this, packing and localizing cost more than they gain. */
  private static final long MIN_CUTOFF = 64;

  /** Above this, the kernel gains nothing more. */
  private static final long MAX_CUTOFF = 512;

  private static final int TILES_PER_WORKER = 4;

  public MultiplyPlan {
    if (cutoff < 1 || cutoff > 1 << 14) {
      throw new IllegalArgumentException("cutoff=" + cutoff + " must be from 1 to " + (1 << 14));
    }
    if (!type.isFloat()) {
      throw new IllegalArgumentException("type=" + type + ": matrices are of float32 or float64");
    }
  }

  /**
   * What suits a product of {@code rows x columns} elements on so many workers: several tiles for
   * each of them.
   */
  public static MultiplyPlan suited(
      ElementType type, long rows, long columns, int pes, int workers, Kernel kernel) {
    double tiles = (double) TILES_PER_WORKER * pes * workers;
    long side = (long) Math.ceil(Math.sqrt((double) rows * columns / tiles));
    long cutoff =
        Math.clamp(Long.highestOneBit(Math.max(1, side - 1)) << 1, MIN_CUTOFF, MAX_CUTOFF);
    return new MultiplyPlan(type, cutoff, kernel);
  }

  public MultiplyPlan withCutoff(long side) {
    return new MultiplyPlan(type, side, kernel);
  }
}
