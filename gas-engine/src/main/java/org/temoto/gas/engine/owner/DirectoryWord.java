package org.temoto.gas.engine.owner;

/**
 * Word that a page's manager holds: which version the page has, and where its bytes are. Changed by
 * remote atomics only.
 *
 * <pre>
 *  63                     36 35        22 21                  0
 * +-------------------------+------------+---------------------+
 * |         version         |   owner    |        frame        |
 * |         28 bits         |  14 bits   |       22 bits       |
 * +-------------------------+------------+---------------------+
 * </pre>
 *
 * The version stands in the high bits so that its overflow falls off and a commit can bump it by
 * one {@code fetchAdd}. A copy is taken for current if its version is equal: wrongly only if its
 * page is committed to exactly a multiple of 2^28 times between two validations.
 */
public final class DirectoryWord {
  static final int FRAME_BITS = 22;
  static final int OWNER_BITS = 14;
  static final int OWNER_SHIFT = FRAME_BITS;
  static final int VERSION_SHIFT = FRAME_BITS + OWNER_BITS;

  /** Amount that a commit adds to the word. */
  public static final long ONE_VERSION = 1L << VERSION_SHIFT;

  private static final long HALF_OF_VERSIONS = 1L << Long.SIZE - VERSION_SHIFT - 1;

  /** The number of frames that a PE can have in one memory. */
  public static final int MAX_FRAMES = 1 << FRAME_BITS;

  private DirectoryWord() {}

  public static long of(long version, int owner, int frame) {
    return version << VERSION_SHIFT | (long) owner << OWNER_SHIFT | frame;
  }

  public static long version(long word) {
    return word >>> VERSION_SHIFT;
  }

  /** The version after {@code version}, with the overflow that the word has. */
  public static long next(long version) {
    return version(version + 1 << VERSION_SHIFT);
  }

  /**
   * Tells if {@code version} is older than {@code later}, by less than 2^27 commits: beyond that it
   * counts as newer, so only work may depend on the answer, not what a view shows.
   */
  public static boolean precedes(long version, long later) {
    return version != later && version(later - version << VERSION_SHIFT) < HALF_OF_VERSIONS;
  }

  public static int owner(long word) {
    return (int) (word >>> OWNER_SHIFT) & (1 << OWNER_BITS) - 1;
  }

  public static int frame(long word) {
    return (int) word & MAX_FRAMES - 1;
  }

  /** Tells whether both words name the same owner and frame. */
  public static boolean sameLocation(long word, long other) {
    return (word ^ other) << 64 - VERSION_SHIFT == 0;
  }

  /**
   * The word after a migration to {@code owner} and {@code frame}: one version on, because no PE's
   * copy knows of it.
   */
  public static long moved(long word, int owner, int frame) {
    return of(version(word) + 1, owner, frame);
  }
}
