package org.temoto.apps;

import org.temoto.gas.GlobalMemory;

/**
 * The bytes of a memory whose pages this PE owned when it was allocated, in pieces: what each PE
 * reads, writes or checks by itself so that all PEs work at once and nothing is communicated.
 */
public final class OwnedParts {
  /** Pieces are at most this long, so that a view of one stays far below the bound of the cache. */
  static final long MAX_PIECE = 16L << 20;

  /** Work on the bytes [{@code offset}, {@code offset + length}) of a memory. */
  @FunctionalInterface
  public interface Visitor {
    void visit(long offset, long length);
  }

  private OwnedParts() {}

  /** Calls {@code visitor} for every piece in ascending order; {@code unit} bytes are never cut. */
  public static void forEach(GlobalMemory memory, long byteSize, long unit, Visitor visitor) {
    int pes = memory.space().pes();
    int self = memory.space().pe();
    long maxPiece = Math.max(unit, MAX_PIECE / unit * unit);
    int page = 0;
    while (page < memory.pages()) {
      int first = page;
      int manager = memory.distribution().manager(first, memory.pages(), pes);
      while (page < memory.pages()
          && memory.distribution().manager(page, memory.pages(), pes) == manager) {
        page++;
      }
      if (manager == self) {
        long from = Math.ceilDiv((long) first * memory.pageSize(), unit) * unit;
        long to = Math.min(byteSize, Math.ceilDiv((long) page * memory.pageSize(), unit) * unit);
        visitPieces(from, to, maxPiece, visitor);
      }
    }
  }

  private static void visitPieces(long from, long to, long maxPiece, Visitor visitor) {
    for (long at = from; at < to; at += maxPiece) {
      visitor.visit(at, Math.min(maxPiece, to - at));
    }
  }
}
