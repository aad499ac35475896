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

  /** The turns of each worker, and the moment at which they were first seen. */
  private final long[] turns;

  private final long[] since;

  LongTurns(WorkerIdentity[] workers) {
    this.workers = workers;
    this.turns = new long[workers.length];
    this.since = new long[workers.length];
  }

  /** Looks, every few milliseconds. */
  void look(long now) {
    for (int i = 0; i < workers.length; i++) {
      long seen = workers[i].turnsSoFar();
      if (seen != turns[i]) {
        turns[i] = seen;
        since[i] = now;
      } else if (now - since[i] >= SLICE_NANOS) {
        workers[i].keeps(now - since[i]);
      }
    }
  }
}
