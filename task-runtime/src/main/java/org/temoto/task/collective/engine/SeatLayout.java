package org.temoto.task.collective.engine;

/**
 * Layout of what collectives keep in the symmetric heap, the same on every PE: a line of its own
 * for the end, seats, one for each collective that is under way, and the arena into which others
 * send.
 *
 * <pre>
 *     0  1 + how many collectives the left neighbour has issued in all, once it is closed
 *                                                    (set by it)
 * a seat:
 *     0  signature of the left neighbour's collective   (set by it)
 *     8  signatures that the right neighbour has read   (added to by it)
 *    16  PE that has failed, twice                      (compare-and-swap by PEs that fail)
 *    64  own signature in full, for the right neighbour to get
 *   192  the failures' texts: int bytes, UTF-8          (put by these PEs)
 *   704  arrived: messages from each PE                 (added to by the senders)
 *        credit: messages that each PE takes            (added to by the receivers)
 *        offset: where in each PE's heap they go        (set by the receivers)
 * </pre>
 *
 * The failures of the collectives of a seat that call the program's code stand in two places in
 * turn: a PE may fail in one of them while another has not yet read whether the one before has
 * failed. It has read of the one before that, which has an agreement of all PEs after it.
 *
 * <p>Counters never go back: both sides know how many messages earlier collectives of the seat had.
 *
 * @param base where all of it begins
 * @param pes PEs of the job
 * @param seats how many there are
 * @param arenaBytes size of the arena, behind the seats
 */
record SeatLayout(long base, int pes, int seats, long arenaBytes) {
  static final int LINE = 64;
  static final int SIGNATURE = 0;
  static final int READ_SIGNATURES = 8;
  static final int FAILURES = 2;
  private static final int FAILED = 16;
  static final int OWN_SIGNATURE = LINE;
  static final int OWN_SIGNATURE_BYTES = 128;
  private static final int TEXT = OWN_SIGNATURE + OWN_SIGNATURE_BYTES;
  static final int TEXT_BYTES = 256;
  private static final int COUNTERS = TEXT + FAILURES * TEXT_BYTES;
  private static final int ROWS = 3;

  private static final long SEATS_BYTES = 1 << 20;
  private static final int LEAST_SEATS = 4;
  private static final int MOST_SEATS = 128;

  /** With less of the arena for each, collectives wait for room there and not for seats. */
  private static final int ARENA_SHARE = 1 << 10;

  /** As many seats as about 1 MiB has room for, one for each KiB of the arena, 4 to 128. */
  static SeatLayout of(long base, int pes, long arenaBytes) {
    long seats = Math.min(SEATS_BYTES / seatBytes(pes), arenaBytes / ARENA_SHARE);
    return new SeatLayout(base, pes, Math.clamp(seats, LEAST_SEATS, MOST_SEATS), arenaBytes);
  }

  private static long seatBytes(int pes) {
    return COUNTERS + ROWS * (long) pes * Long.BYTES + LINE - 1 & -LINE;
  }

  long bytes() {
    return arena() + arenaBytes - base;
  }

  /** Place of the left neighbour's word that it issues nothing any more. */
  long end() {
    return base;
  }

  long seat(int index) {
    return base + LINE + index * seatBytes(pes);
  }

  /**
   * Word of the failure of the {@code turn}-th collective of a seat that calls the program's code.
   */
  long failed(int seat, long turn) {
    return seat(seat) + FAILED + turn % FAILURES * Long.BYTES;
  }

  /** Its text. */
  long text(int seat, long turn) {
    return seat(seat) + TEXT + turn % FAILURES * TEXT_BYTES;
  }

  /** Messages that have come from {@code pe}, in this PE's heap. */
  long arrived(int seat, int pe) {
    return seat(seat) + COUNTERS + (long) pe * Long.BYTES;
  }

  /** Messages that {@code pe} takes, in this PE's heap. */
  long credit(int seat, int pe) {
    return arrived(seat, pes + pe);
  }

  /**
   * Place in its heap at which {@code pe} takes them, in this PE's heap: a {@link ReceiveWindow}
   * word.
   */
  long offset(int seat, int pe) {
    return arrived(seat, 2 * pes + pe);
  }

  long arena() {
    return seat(seats);
  }
}
