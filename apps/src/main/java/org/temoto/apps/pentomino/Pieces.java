package org.temoto.apps.pentomino;

/**
 * Counts of the pieces of each kind, in one word, which tasks carry.
 *
 * <pre>
 *   63     48 47  44        7   4 3   0
 *  ┌─────────┬──────┬─ ... ┬─────┬─────┐
 *  │    0    │  Z   │      │  I  │  F  │
 *  └─────────┴──────┴─ ... ┴─────┴─────┘
 * </pre>
 */
final class Pieces {
  static final int BITS = 4;
  static final int MAX_OF_KIND = (1 << BITS) - 1;

  private Pieces() {}

  static long one(int kind) {
    return 1L << kind * BITS;
  }

  static int of(long pieces, int kind) {
    return (int) (pieces >>> kind * BITS) & MAX_OF_KIND;
  }

  /** Number of pieces of all kinds together. */
  static int count(long pieces) {
    int count = 0;
    for (long rest = pieces; rest != 0; rest >>>= BITS) {
      count += (int) rest & MAX_OF_KIND;
    }
    return count;
  }

  /** The first {@code count} pieces of the row F, I, ..., Z, F, I, ... */
  static long first(int count) {
    long pieces = 0;
    for (int i = 0; i < count; i++) {
      pieces += one(i % Piece.values().length);
    }
    return pieces;
  }
}
