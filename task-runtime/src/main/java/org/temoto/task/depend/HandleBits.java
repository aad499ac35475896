package org.temoto.task.depend;

/**
 * The bits of a handle: the record of its task or promise, and which use of the record is meant.
 *
 * <pre>
 *  63  61 60 59              36 35          20 19           0
 * +------+--+------------------+--------------+--------------+
 * |  0   | 1|    generation    |      PE      |    record    |
 * +------+--+------------------+--------------+--------------+
 * </pre>
 *
 * <p>0 is no handle.
 */
public final class HandleBits {
  static final int RECORD_BITS = 20;
  static final int PE_BITS = 16;
  private static final int PLACE_BITS = RECORD_BITS + PE_BITS;
  static final int GENERATION_BITS = 24;
  private static final long RECORD_MASK = (1L << RECORD_BITS) - 1;
  private static final long PE_MASK = (1L << PE_BITS) - 1;
  static final long GENERATION_MASK = (1L << GENERATION_BITS) - 1;
  private static final long HANDLE = 1L << (PLACE_BITS + GENERATION_BITS);

  /** PEs that handles can name. */
  public static final int MOST_PES = 1 << PE_BITS;

  /** Records of a PE that they can name. */
  public static final int MOST_RECORDS = 1 << RECORD_BITS;

  private HandleBits() {}

  static long of(int pe, int index, long generation) {
    return HANDLE | generation << PLACE_BITS | (long) pe << RECORD_BITS | index;
  }

  public static int pe(long bits) {
    return (int) (bits >>> RECORD_BITS & PE_MASK);
  }

  static int index(long bits) {
    return (int) (bits & RECORD_MASK);
  }

  static long generation(long bits) {
    return bits >>> PLACE_BITS & GENERATION_MASK;
  }

  /** Tells whether a job of {@code pes} PEs can have made these bits. */
  public static boolean isHandle(long bits, int pes) {
    return bits >>> (PLACE_BITS + GENERATION_BITS) == 1 && pe(bits) < pes;
  }
}
