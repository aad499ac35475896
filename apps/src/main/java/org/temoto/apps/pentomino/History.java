package org.temoto.apps.pentomino;

/**
 * The numbers of the places of up to {@value #MAX} pieces, the last one lowest, in two words that
 * tasks carry.
 *
 * <pre>
 *        early                        late
 *   63 60 59  54      5   0     63 60 59  54      5   0
 *  ┌─────┬──────┬ .. ┬─────┐   ┌─────┬──────┬ .. ┬─────┐
 *  │  0  │ n-19 │    │ n-10│   │  0  │ n-9  │    │  n  │
 *  └─────┴──────┴ .. ┴─────┘   └─────┴──────┴ .. ┴─────┘
 * </pre>
 */
final class History {
  static final int BITS = 6;
  static final int PER_WORD = Long.SIZE / BITS;
  static final int MAX = 2 * PER_WORD;
  private static final int TOP = (PER_WORD - 1) * BITS;
  private static final long PLACE = (1L << BITS) - 1;
  private static final long USED = (1L << PER_WORD * BITS) - 1;

  private History() {}

  /** The early word when another place is added. */
  static long early(long early, long late) {
    return (early << BITS | late >>> TOP) & USED;
  }

  /** The late word when {@code place} is added. */
  static long late(long late, int place) {
    return (late << BITS | place) & USED;
  }

  /** Writes the places of the first {@code count} pieces in the order in which they were put. */
  static void unpack(long early, long late, int count, int[] places) {
    for (int i = 0; i < count; i++) {
      int back = count - 1 - i;
      long word = back < PER_WORD ? late : early;
      places[i] = (int) (word >>> back % PER_WORD * BITS & PLACE);
    }
  }
}
