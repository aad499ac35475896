package org.temoto.gas.shmem;

/**
 * The words by which PEs agree and fail together; the same at every PE.
 *
 * <pre>
 *  0      FAILED   launch &lt;&lt; 16 | rank + 1 of the PE whose failure this PE heard of
 *  64     LEFT     the same of a PE that has ended after its launch, and of that launch
 *  128    GONE     1 if a PE has ended in the middle of a launch
 *  192    BALLOT   at PE 0: ballot &lt;&lt; 16 | rank + 1 of the PE that objected last
 *  256    CALLS    number and hash of what this PE calls on the heap: two slots, even and odd calls
 *  320    START    one line per round of the meetings at a launch's start
 *  ...    BARRIER  one line per round of the barrier
 *  ...    END      one line per round of the meeting at a launch's end
 *  ...    STATED   length and text of what this PE runs, and where
 *  ...    REASON   length and text of this PE's own failure
 *  ...    CALLED   length and text of what this PE calls on the heap: two slots, as CALLS
 *  ...    ASKED    how often others have asked this PE where it is
 *  ...    ANSWERED how many of these questions have been answered &lt;&lt; 1 | slot of the last answer
 *  ...    PLACE    length and text of the last two answers, in two slots
 * </pre>
 */
final class ControlLayout {
  private static final int LINE = 64;

  /** Rounds of a dissemination barrier of 2^24 PEs. */
  static final int ROUNDS = 24;

  private static final int CALL_BYTES = LINE / 2;

  static final long FAILED = 0;
  static final long LEFT = FAILED + LINE;
  static final long GONE = LEFT + LINE;
  static final long BALLOT = GONE + LINE;
  static final long CALLS = BALLOT + LINE;
  private static final long START = CALLS + 2L * CALL_BYTES;
  private static final long BARRIER = START + (long) ROUNDS * LINE;
  private static final long END = BARRIER + (long) ROUNDS * LINE;

  /** Texts are cut to fit: a length and the rest of 2 KiB. */
  static final int TEXT_BYTES = 2048 - Long.BYTES;

  static final long STATED = END + (long) ROUNDS * LINE;
  static final long REASON = STATED + Long.BYTES + TEXT_BYTES;
  private static final long CALLED = REASON + Long.BYTES + TEXT_BYTES;
  static final long ASKED = CALLED + 2L * (Long.BYTES + TEXT_BYTES);
  static final long ANSWERED = ASKED + LINE;
  private static final long PLACE = ANSWERED + LINE;
  static final long BYTES = PLACE + 2L * (Long.BYTES + TEXT_BYTES);

  private static final int RANK_BITS = 16;

  private ControlLayout() {}

  static long start(int round) {
    return START + (long) round * LINE;
  }

  static long barrier(int round) {
    return BARRIER + (long) round * LINE;
  }

  static long end(int round) {
    return END + (long) round * LINE;
  }

  static long call(long number) {
    return CALLS + number % 2 * CALL_BYTES;
  }

  static long calledText(long number) {
    return CALLED + number % 2 * (Long.BYTES + TEXT_BYTES);
  }

  static long place(long slot) {
    return PLACE + slot * (Long.BYTES + TEXT_BYTES);
  }

  /** Value of FAILED and LEFT. */
  static long mark(long launch, int rank) {
    return launch << RANK_BITS | rank + 1;
  }

  static long launchOf(long mark) {
    return mark >>> RANK_BITS;
  }

  static int rankOf(long mark) {
    return (int) (mark & (1 << RANK_BITS) - 1) - 1;
  }
}
