package org.temoto.task;

import java.util.concurrent.atomic.AtomicInteger;
import org.temoto.task.collective.engine.CollectiveRuntime;
import org.temoto.task.collective.engine.WaitPolicy;

/**
 * Helper of collectives on one PE: has workers, and a main strand, that have nothing else to do
 * move them on.
 */
final class CollectiveMovers {
  private static final int LOOKS_IN_VAIN = 4;

  private final PeRuntime runtime;

  /** Null until the program asks for them. Volatile: workers look. */
  volatile CollectiveRuntime collectives;

  /**
   * Number of looks of the main strand in vain, for collectives that no other strand looks after.
   */
  private int looksInVain;

  /** Workers that rest and move collectives on meanwhile. */
  private final AtomicInteger movers = new AtomicInteger();

  CollectiveMovers(PeRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * A strand that has nothing else to do moves collectives on; whether there was anything.
   *
   * @param patience what it may wait for
   */
  boolean progress(WaitPolicy patience) {
    CollectiveRuntime opened = collectives;
    return opened != null && opened.isForWorkers() && opened.progress(patience);
  }

  /** Makes what has been issued arrive, for the strand that issued it looks no further. */
  void arrive() {
    CollectiveRuntime opened = collectives;
    if (opened != null && opened.isForWorkers()) {
      opened.arrive();
    }
  }

  /** Tells whether idle workers should look for what they can move on again soon. */
  boolean hasWork() {
    CollectiveRuntime opened = collectives;
    return opened != null && opened.isForWorkers() && opened.isBusy();
  }

  /** A collective has been started: one more worker that has nothing to do looks after it. */
  void wake() {
    for (WorkerIdentity worker : runtime.workers) {
      if (!worker.isMover() && wake(worker)) {
        return;
      }
    }
    for (WorkerIdentity worker : runtime.workers) {
      if (wake(worker)) {
        return;
      }
    }
  }

  private static boolean wake(WorkerIdentity worker) {
    return worker.wake() || worker.unparkResting();
  }

  /**
   * Tells whether a worker that rests is to move collectives on: as many as there are collectives.
   */
  boolean join() {
    int count = movers.get();
    while (count < collectives.underWay()) {
      if (movers.compareAndSet(count, count + 1)) {
        return true;
      }
      count = movers.get();
    }
    return false;
  }

  void leave() {
    movers.decrementAndGet();
  }

  /** The main strand looks after collectives where all workers compute; whether it should again. */
  boolean lookFromMain() {
    CollectiveRuntime opened = collectives;
    if (opened == null || !opened.isForWorkers() || !opened.isPending()) {
      return false;
    }
    if (!opened.isBusy()) {
      opened.arrive();
    } else if (runtime.isAnyIdle() || opened.progress(WaitPolicy.ENDING)) {
      looksInVain = 0;
    } else if (++looksInVain % LOOKS_IN_VAIN == 0) {
      opened.arrive(); // what workers have issued before they went to work
    }
    return opened.isPending();
  }
}
