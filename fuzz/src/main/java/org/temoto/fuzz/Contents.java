package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * The bytes that numbers of writes stand for. A write has a number from 1 on, from which its bytes
 * follow; what collectives write has one from -2 down, and its bytes are kept here. Filled by one
 * thread, and then read by any.
 */
final class Contents {
  /** Mark in place of the number of a write: anything may be there. */
  static final int UNKNOWN = -1;

  private static final int FIRST = -2;

  private record Piece(long start, byte[] bytes) {}

  private final List<Piece> pieces = new ArrayList<>();

  /** A number for bytes that begin at {@code start} of their memory. */
  int add(long start, byte[] bytes) {
    pieces.add(new Piece(start, bytes));
    return FIRST - (pieces.size() - 1);
  }

  /** The byte at {@code position} of its memory. */
  byte value(int ident, long position) {
    if (ident <= FIRST) {
      Piece piece = pieces.get(FIRST - ident);
      return piece.bytes[(int) (position - piece.start)];
    }
    return ident == 0 ? 0 : (byte) (ident * 37L + position * 11);
  }
}
