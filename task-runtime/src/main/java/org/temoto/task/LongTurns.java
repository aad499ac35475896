package org.temoto.task;

/**
 * The main strand's watch over workers that run the same task for long: tells them, so that the
 * task gives way to strands that can go on. Else one that goes on until a failure is known, or
 * something is found, could keep that from being told.
 */
final class LongTurns {
  /** Time that a task has the worker for itself: a switch costs a few thousandth of it at most. */
  static final long SLICE_NANOS = 20_000_000;

  /** The same while it holds a lock, which others may wait for. */
  static final long HOLDER_NANOS = 50 * SLICE_NANOS;

  private final WorkerIdentity[] workers;

  /** The turns of each worker, and the time for which they have been watched without another. */
  private final long[] turns;

  private final long[] watched;

  LongTurns(WorkerIdentity[] workers) {
    this.workers = workers;
    this.turns = new long[workers.length];
    this.watched = new long[workers.length];
  }

  /**
   * Looks, {@code nanos} after the last time, or sooner. It does not ask the clock, which in
   * virtual time would take some itself.
   */
  void look(long nanos) {
    for (int i = 0; i < workers.length; i++) {
      long seen = workers[i].turnsSoFar();
      watched[i] = seen == turns[i] ? watched[i] + nanos : 0;
      turns[i] = seen;
      if (watched[i] >= SLICE_NANOS) {
        workers[i].keeps(watched[i]);
      }
    }
  }
}
