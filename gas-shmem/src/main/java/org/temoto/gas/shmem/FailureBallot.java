package org.temoto.gas.shmem;

/**
 * Vote in which each PE may object. Collective, on the library's thread, while this PE has no
 * strands: it contains barriers of the library.
 */
final class FailureBallot {
  static final int NOBODY = -1;

  private final LockedContext context;
  private final long word;
  private final int rank;
  private long ballots;
  private long seen;

  /**
   * @param word the address of a symmetric word that is zero at first, and that is not used
   *     otherwise
   */
  FailureBallot(LockedContext context, long word, int rank) {
    this.context = context;
    this.word = word;
    this.rank = rank;
  }

  private void barrier() {
    context.exclusively(() -> {
      ShmemCalls.barrierAll();
      return null;
    });
  }

  /** The PE that was the first to object, or {@link #NOBODY}: the same on every PE. */
  int objector(boolean objects) {
    long ballot = ++ballots;
    if (objects) {
      context.compareAndSwap(0, word, seen, ControlLayout.mark(ballot, rank));
    }
    barrier();
    seen = context.fetch(0, word);
    barrier(); // no PE objects in the next ballot before all have seen this
    return ControlLayout.launchOf(seen) == ballot ? ControlLayout.rankOf(seen) : NOBODY;
  }
}
