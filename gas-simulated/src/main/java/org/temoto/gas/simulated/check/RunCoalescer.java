package org.temoto.gas.simulated.check;

/**
 * Filter of the runs of bytes that differ, as they come from {@link Differences}: passes them on,
 * those that came in several parts as one, and what is between them.
 */
final class RunCoalescer implements RangeMap.Run {
  static final RangeMap.Run IGNORED = (_, _) -> {};

  private final RangeMap.Run different;
  private final RangeMap.Run same;

  /** The last run, which may go on; empty before the first. */
  private long from;

  private long to;

  /** Runs of a range that begins at {@code start}. */
  RunCoalescer(long start, RangeMap.Run different, RangeMap.Run same) {
    this.different = different;
    this.same = same;
    from = start;
    to = start;
  }

  /** The first byte from {@code at} on that is the first of four aligned ones. */
  static long aligned(long at) {
    return at + Integer.BYTES - 1 & -Integer.BYTES;
  }

  @Override
  public void visit(long start, long end) {
    if (from == to || aligned(to) + Integer.BYTES <= start) {
      pass(start);
      from = start;
    }
    to = end;
  }

  /** The range ends here. */
  void end(long end) {
    pass(end);
    from = end;
    to = end;
  }

  private void pass(long next) {
    if (from < to) {
      different.visit(from, to);
    }
    if (to < next) {
      same.visit(to, next);
    }
  }
}
