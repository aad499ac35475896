package org.temoto.task;

/** A worker's attempts to steal: how many, how long each took, and what came of it. */
final class Attempts {
  private final Worker worker;

  /** When the present attempt began. */
  private long since;

  Attempts(Worker worker) {
    this.worker = worker;
  }

  void begin() {
    since = worker.times.now();
  }

  /** It began earlier, at {@code time}. */
  void beganAt(long time) {
    since = time;
  }

  /** Nothing was there; the next attempt begins. */
  void failed() {
    worker.counts.failedSteals++;
    since = worker.times.attempted(since, false);
  }

  /** The worker has a task of worker {@code index} of PE {@code pe}. */
  void succeeded(int pe, int index) {
    worker.counts.steals++;
    long now = worker.times.attempted(since, true);
    worker.times.stole(since, now, pe, index);
    StealEvent event = new StealEvent();
    if (event.isEnabled()) {
      event.commit(worker, pe, index, now - since);
    }
  }
}
