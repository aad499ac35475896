package org.temoto.apps.matmul;

import org.temoto.apps.Kernel;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Options of how finely a product is cut into tasks.
 *
 * @param height a task computes a tile of C with at most so many rows
 * @param width and columns
 * @param depth and adds at most so many products to each element of it at once
 * @param method how tasks bring blocks to hand
 * @param prefetch whether a task asks for parts of A and B while it multiplies others
 */
public record MultiplyPlan(
    ElementType type,
    long height,
    long width,
    long depth,
    Kernel kernel,
    MatmulMethod method,
    boolean prefetch) {
  /** Below this, packing and localizing cost more than they gain. */
  private static final long MIN_SIDE = 64;

  /** Above this, the kernel gains nothing more. */
  private static final long MAX_SIDE = 512;

  /** Deep blocks touch each element of C seldom; their panels of A and B still are small. */
  private static final long DEPTH = 1024;

  /** Smaller blocks than this are not chosen for a small cache. */
  private static final long LEAST_SIDE = 16;

  private static final long LIMIT = 1 << 14;

  /** Elements of several vectors of any kernel. */
  static final long VECTORS = 32;

  private static final int TILES_PER_WORKER = 8;

  /**
   * Cubes in a plane of C for each worker: each half of the inner dimension ends when the last of
   * its cubes does.
   */
  private static final int CUBES_PER_WORKER = 32;

  /** Most smallest cubes whose blocks are asked for together. */
  private static final double CUBES_AHEAD = 4;

  public MultiplyPlan {
    requireSide("height", height);
    requireSide("width", width);
    requireSide("depth", depth);
    if (!type.isFloat()) {
      throw new IllegalArgumentException("type=" + type + ": matrices are of float32 or float64");
    }
    if (kernel == Kernel.FAST) {
      TileKernels.requireVectors();
    }
  }

  /** Makes a plan in which parts of A and B are on their way while others are multiplied. */
  public MultiplyPlan(ElementType type, long height, long width, long depth, Kernel kernel) {
    this(type, height, width, depth, kernel, MatmulMethod.CHUNKED, true);
  }

  private static void requireSide(String name, long side) {
    if (side < 1 || side > LIMIT) {
      throw new InvalidOptionException(name, side, "from 1 to " + LIMIT);
    }
  }

  /**
   * Plan of a product of {@code rows x columns} elements on so many workers. Between more than two
   * PEs a tile for each worker, which fetches the fewest bytes, where halving makes as many; else
   * several, of which thieves take what a slower worker leaves.
   */
  public static MultiplyPlan suited(
      ElementType type, long rows, long columns, int pes, int workers, Kernel kernel) {
    long all = (long) pes * workers;
    boolean oneEach = pes > 2 && Long.bitCount(all) == 1;
    double tiles = oneEach ? all : (double) TILES_PER_WORKER * all;
    double area = (double) rows * columns / tiles;
    long width = side(Math.sqrt(area));
    long height = side(area / width); // rather high than wide: packed B is used by more rows
    return new MultiplyPlan(type, height, width, DEPTH, kernel);
  }

  /** Plan of a product by {@link MatmulMethod#RECURSIVE} on so many workers of all PEs. */
  public static MultiplyPlan recursive(
      ElementType type, long rows, long columns, int workers, Kernel kernel) {
    long side = side(Math.sqrt((double) rows * columns / ((double) CUBES_PER_WORKER * workers)));
    return new MultiplyPlan(type, side, side, side, kernel, MatmulMethod.RECURSIVE, true);
  }

  /** A power of two: halves of halves stay multiples of the kernels' vectors. */
  private static long side(double most) {
    return Math.clamp(Long.highestOneBit(Math.max(1, (long) most)), MIN_SIDE, MAX_SIDE);
  }

  /**
   * The same, where that is too coarse with smaller blocks: so that what all workers of a PE have
   * open of a product of {@code m x k} and {@code k x n} takes at most half of the cache.
   */
  public MultiplyPlan within(GasOptions options, MatrixLayout layout, long m, long k, long n) {
    long most = options.cacheBytes() / (2L * options.workers());
    MultiplyPlan plan = this;
    if (m == 0 || k == 0 || n == 0) {
      return plan; // no task is needed
    }
    while (plan.blockBytes(options.pageSize(), layout, m, k, n) > most
        && plan.longest() > LEAST_SIDE) {
      plan = plan.withSides(plan.longest() / 2);
    }
    return plan;
  }

  private long longest() {
    return Math.max(depth, Math.max(height, width));
  }

  private MultiplyPlan withSides(long most) {
    return new MultiplyPlan(
        type,
        Math.min(height, most),
        Math.min(width, most),
        Math.min(depth, most),
        kernel,
        method,
        prefetch);
  }

  /** Bytes of all pages that a task may have open: a tile of each matrix. */
  private long blockBytes(int pageSize, MatrixLayout layout, long m, long k, long n) {
    long rows = Math.min(height, m);
    long columns = Math.min(width, n);
    long inner = Math.min(depth, k);
    long widthOfA = layout.width(k, type, pageSize);
    long widthOfB = layout.width(n, type, pageSize);
    return tileBytes(rows, inner, widthOfA, pageSize)
        + tileBytes(inner, columns, widthOfB, pageSize)
        + tileBytes(rows, columns, widthOfB, pageSize);
  }

  /** Rows of a panel of {@code width} elements may share pages, or have pages of their own. */
  private long tileBytes(long rows, long columns, long width, long pageSize) {
    long panels = Math.ceilDiv(columns, width);
    long together = pages(rows * width, pageSize);
    long apart = rows * pages(Math.min(columns, width), pageSize);
    return panels * Math.min(together, apart) * pageSize;
  }

  private long pages(long elements, long pageSize) {
    return Math.ceilDiv(elements * type.bytes(), pageSize) + 1; // one more, wherever they begin
  }

  /** Dimension of a product that a task halves. */
  enum Cut {
    ROWS,
    COLUMNS,
    INNER,
    /** None: it is small enough to be computed. */
    NONE
  }

  /** The dimension that a product of {@code m x k} and {@code k x n} is cut along. */
  Cut cut(long m, long k, long n) {
    double tooHigh = (double) m / height;
    double tooWide = (double) n / width;
    double tooDeep = (double) k / depth;
    if (Math.max(tooHigh, Math.max(tooWide, tooDeep)) <= 1) {
      return Cut.NONE;
    }
    if (tooHigh >= tooWide && tooHigh >= tooDeep) {
      return Cut.ROWS;
    }
    return tooWide >= tooDeep ? Cut.COLUMNS : Cut.INNER;
  }

  /** Tells whether the blocks of such a product are few enough to travel before it is computed. */
  boolean isAskedAhead(long m, long k, long n) {
    return method == MatmulMethod.RECURSIVE
        && prefetch
        && (double) m * k * n <= CUBES_AHEAD * height * width * depth;
  }

  /**
   * About half of {@code length}: whole panels of {@code width}, if it has several; of long ones a
   * multiple of the kernels' vectors, so that only the last has an edge.
   */
  static long half(long length, long width) {
    if (length > width) {
      return Math.ceilDiv(length / 2, width) * width;
    }
    return length < 4 * VECTORS ? length / 2 : Math.ceilDiv(length / 2, VECTORS) * VECTORS;
  }

  /** Share of {@code length} for the first half of so many workers; a half for one. */
  long part(long length, long width, int workers) {
    if (workers % 2 == 0 || workers == 1) {
      return half(length, width);
    }
    long step = length > width ? width : Math.min(length, VECTORS);
    long steps = Math.ceilDiv(length, step);
    int first = workers / 2;
    return steps < 2 ? length / 2 : Math.clamp(steps * first / workers, 1, steps - 1) * step;
  }

  /** The same with blocks of at most {@code side} in each dimension. */
  public MultiplyPlan withCutoff(long side) {
    requireSide("cutoff", side);
    return new MultiplyPlan(type, side, side, side, kernel, method, prefetch);
  }

  /** The same with parts of A and B asked for in advance, or not. */
  public MultiplyPlan withPrefetch(boolean choice) {
    return new MultiplyPlan(type, height, width, depth, kernel, method, choice);
  }
}
