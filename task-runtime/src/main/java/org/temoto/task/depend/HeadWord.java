package org.temoto.task.depend;

/**
 * The word of a record by which others wait for its task or promise: the generation of its present
 * or next use, and its waiters.
 *
 * <pre>
 *  63              40 39                              0
 * +------------------+---------------------------------+
 * |    generation    | a state, or first waiter        |
 * +------------------+---------------------------------+
 *
 *  g, FREE --owner--> g, NOBODY --waiters--> g, waiter --end--> g + 1, FREE
 *                                                      --end--> g, FAILED --owner, when told--> g + 1, FREE
 *                                                      --end--> g, VALUE --after the run--> g + 1, FREE
 * </pre>
 *
 * <p>So a handle whose generation is past has ended; if badly, its owner was told. A waiter is an
 * edge: one of the dependencies of a record, of any PE. Each names the next one and, in words alike
 * that have its number from the end instead of a generation, a later one, so that of many all are
 * found in few rounds; 0 where that is not known, as they are of several PEs.
 */
final class HeadWord {
  private static final int STATE_BITS = 40;
  private static final long STATE_MASK = (1L << STATE_BITS) - 1;
  private static final int EDGE_BITS = 3;
  private static final int EDGE_MASK = (1 << EDGE_BITS) - 1;

  static final long FREE = 0;
  static final long NOBODY = STATE_MASK;
  static final long FAILED = STATE_MASK - 1;
  static final long VALUE = STATE_MASK - 2;

  private HeadWord() {}

  static long of(long generation, long state) {
    return generation << STATE_BITS | state;
  }

  static long generation(long word) {
    return word >>> STATE_BITS;
  }

  static long state(long word) {
    return word & STATE_MASK;
  }

  /** The word after a good end. */
  static long next(long generation) {
    return of(generation + 1 & HandleBits.GENERATION_MASK, FREE);
  }

  static long edge(int pe, int index, int dependency) {
    return (((long) pe << HandleBits.RECORD_BITS | index) << EDGE_BITS | dependency) + 1;
  }

  static int edgePe(long edge) {
    return (int) (edge - 1 >>> EDGE_BITS + HandleBits.RECORD_BITS);
  }

  static int edgeIndex(long edge) {
    return (int) (edge - 1 >>> EDGE_BITS) & HandleBits.MOST_RECORDS - 1;
  }

  static int edgeDependency(long edge) {
    return (int) (edge - 1) & EDGE_MASK;
  }
}
