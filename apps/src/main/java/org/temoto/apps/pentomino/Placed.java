package org.temoto.apps.pentomino;

/**
 * The pieces on a board, last one first.
 *
 * @param square the piece's first
 * @param cover its squares, from the first on
 * @param before the pieces put down before, null for none
 */
record Placed(int square, long cover, Placed before) {
  /** Which piece covers each of {@code squares}. */
  static int[] owners(Placed last, int squares) {
    int[] owner = new int[squares];
    int piece = 0;
    for (Placed each = last; each != null; each = each.before) {
      for (long rest = each.cover; rest != 0; rest &= rest - 1) {
        owner[each.square + Long.numberOfTrailingZeros(rest)] = piece;
      }
      piece++;
    }
    return owner;
  }
}
