package org.temoto.gas.shmem;

/**
 * The words by which PEs agree and fail together; the same at every PE.
 *
 * <pre>
 *  0      FAILED   launch &lt;&lt; 16 | rank + 1 of the PE whose failure this PE heard of
 *  8      BALLOT   at PE 0: ballot &lt;&lt; 16 | rank + 1 of the PE that objected last
 *  64     CALLS    what this PE calls on the heap: two slots of 4 words, even and odd calls
 *  128    BARRIER  one line per round of the barrier
 *  ...    END      one line per round of the meeting at a launch's end
 *  ...    REASON   length and text of this PE's own failure
 * </pre>
 */
final class ControlLayout {
  private static final int LINE = 64;

  /** Rounds of a dissemination barrier of 2^24 PEs. */
  static final int ROUNDS = 24;

  static final int CALL_WORDS = 4;

  static final long FAILED = 0;
  static final long BALLOT = FAILED + Long.BYTES;
  static final long CALLS = FAILED + LINE;
  private static final long BARRIER = CALLS + 2L * CALL_WORDS * Long.BYTES;
  private static final long END = BARRIER + (long) ROUNDS * LINE;
  static final long REASON = END + (long) ROUNDS * LINE;
  static final int REASON_BYTES = 2040;
  static final long BYTES = REASON + Long.BYTES + REASON_BYTES;

  private static final int RANK_BITS = 16;

  private ControlLayout() {}

  static long barrier(int round) {
    return BARRIER + (long) round * LINE;
  }

  static long end(int round) {
    return END + (long) round * LINE;
  }

  static long call(long number) {
    return CALLS + number % 2 * CALL_WORDS * Long.BYTES;
  }

  static long failed(long launch, int rank) {
    return launch << RANK_BITS | rank + 1;
  }

  static long launchOf(long failed) {
    return failed >>> RANK_BITS;
  }

  static int rankOf(long failed) {
    return (int) (failed & (1 << RANK_BITS) - 1) - 1;
  }
}
