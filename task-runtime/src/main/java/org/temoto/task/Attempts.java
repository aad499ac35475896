package org.temoto.task;

/** A worker's attempts to steal: how many, how long each took, and what came of it. */
final class Attempts {
  private final int pe;
  private final int index;
  private final WorkerCounts counts;
  private final WorkerTimes times;

  /** Moment at which the present attempt began. */
  private long since;

  /**
   * The attempts of worker {@code index} of PE {@code pe}, which are added to its counts and times.
   */
  Attempts(int pe, int index, WorkerCounts counts, WorkerTimes times) {
    this.pe = pe;
    this.index = index;
    this.counts = counts;
    this.times = times;
  }

  void begin() {
    since = times.now();
  }

  void beganAt(long time) {
    since = time;
  }

  /** Nothing was there; the next attempt begins. */
  void failed() {
    counts.failedSteals++;
    since = times.failed(since);
  }

  /** The worker has a task of worker {@code victim} of PE {@code victimPe}. */
  void succeeded(int victimPe, int victim) {
    counts.steals++;
    long now = times.succeeded(since);
    times.stole(since, now, victimPe, victim);
    FlightEvents.steal(pe, index, victimPe, victim, now - since);
  }
}
