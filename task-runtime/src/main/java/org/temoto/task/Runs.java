package org.temoto.task;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.Strands;

/**
 * State of a PE's runs: starts them for the workers, tells PEs that they are over, and has the main
 * strand wait until all workers rest.
 */
final class Runs {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long WATCH_NANOS = 5_000_000;

  /** The same while collectives are under way. */
  private static final long COLLECTIVES_NANOS = 50_000;

  /** PEs that come together meet in less; workers do not look longer for the run. */
  private static final long EXPECTED_NANOS = 50_000;

  private final PeRuntime runtime;
  private final CollectiveMovers movers;
  private final LongTurns longTurns;

  /** The strand of the SPMD program, which waits while the workers work. */
  private final Strands.Strand main;

  /** The number of the run that has been started last. Volatile: it publishes the root task. */
  private volatile long startedRun;

  /** The main strand is about to start a run; 0 if not. Volatile: workers that rest look. */
  private volatile long expectedUntil;

  private volatile boolean closing;

  /** The alarms of all runs before the last one started; published by {@link #startedRun}. */
  private long pastAlarms;

  /** Start of the run that has been started last; published by {@link #startedRun}. */
  private long runStart;

  private Frame root;

  /** Volatile: it publishes the root's outcome. */
  private volatile boolean rootDone;

  Runs(PeRuntime runtime, CollectiveMovers movers) {
    this.runtime = runtime;
    this.movers = movers;
    this.longTurns = new LongTurns(runtime.workers);
    this.main = runtime.strands.current();
  }

  long startedRun() {
    return startedRun;
  }

  long runStart() {
    return runStart;
  }

  long pastAlarms() {
    return pastAlarms;
  }

  /**
   * Forgets all alarms, which concern runs that are over. Between the barriers that end one run and
   * begin the next: later ones may be the next run's.
   */
  void forgetAlarms() {
    runtime.alarm.poll();
    pastAlarms = runtime.alarm.raised();
  }

  boolean isClosing() {
    return closing;
  }

  /** Tells whether run {@code number} is over: PE 0 has said so. */
  boolean isOver(long number) {
    // acquire: an idle worker touches nothing of the run after it
    return (long) LONG.getAcquire(runtime.heap, runtime.layout.runOver()) >= number;
  }

  // --- a run begins

  /**
   * The workers wake up while the PEs meet, and look for the run, for a while: to be woken takes as
   * long as a barrier.
   */
  void expect() {
    if (runtime.pes > 1 && !runtime.strands.isCrowded()) {
      expectedUntil = now() + EXPECTED_NANOS;
      runtime.unparkResting();
      expectedUntil = now() + EXPECTED_NANOS; // for those that were woken first
    }
  }

  /** Tells whether a worker that rests had better look for the next run than park. */
  boolean isExpecting() {
    long until = expectedUntil;
    return until != 0 && now() < until && !runtime.strands.isCrowded();
  }

  private long now() {
    return runtime.element.clock().now();
  }

  /**
   * Sets the workers to work, for the run after the last; {@code task} is null on all PEs but one.
   */
  void start(long number, Frame task) {
    root = task;
    rootDone = false;
    runStart = now();
    startedRun = number;
    expectedUntil = 0;
    runtime.unparkResting();
  }

  /** The root task, for the one worker that runs it, or null. */
  Frame takeRoot(WorkerIdentity worker) {
    if (worker.index != 0) {
      return null;
    }
    Frame task = root;
    root = null;
    return task;
  }

  // --- a run ends

  /**
   * The root task has ended, and with it run {@code number}. The main strand publishes the result
   * while the workers come to rest; no PE reads it before a barrier.
   *
   * @param channel of the worker that ran it
   */
  void rootDone(long number, Channel channel) {
    rootDone = true;
    if (runtime.pes > 1) { // else the last worker that rests wakes it
      runtime.strands.unpark(main);
    }
    for (int pe = 0; pe < runtime.pes; pe++) {
      channel.set(pe, runtime.layout.runOver(), number);
    }
    channel.quiet();
    runtime.wake(runtime.workers.length);
  }

  /**
   * The main strand waits until the root task has ended, or is stopped by its limit or because all
   * wait.
   */
  void awaitRoot(TimeLimit limit, Stall stall) {
    while (!rootDone) {
      limit.look();
      stall.look();
      look();
    }
    stall.ended();
    limit.ended();
  }

  /**
   * The main strand's watch while workers run tasks, every few milliseconds: costs a thousandth of
   * a core, and tasks that compute for long hear of what ends them.
   */
  private void look() {
    runtime.element.checkAlive();
    runtime.alarm.poll();
    long nanos = movers.lookFromMain() ? COLLECTIVES_NANOS : WATCH_NANOS;
    runtime.strands.park(nanos);
    longTurns.look(nanos);
  }

  /** The main strand waits until all workers rest after run {@code number}. */
  void awaitRest(long number) {
    while (!isResting(number)) {
      if (isOver(number)) { // they are about to: to be woken takes longer
        runtime.strands.yield();
      } else {
        look();
      }
    }
  }

  /**
   * A worker is about to rest after the run: the others, and the main strand, wake up meanwhile.
   */
  void aboutToRest() {
    if (runtime.pes > 1) {
      runtime.wake(runtime.workers.length);
      if (!runtime.strands.isCrowded()) {
        runtime.strands.unpark(main);
      }
    }
  }

  private boolean isResting(long number) {
    for (WorkerIdentity worker : runtime.workers) {
      if (worker.restedAfter() < number) {
        return false;
      }
    }
    return true;
  }

  /** A worker rests after run {@code number}: the last one wakes the main strand. */
  void rested(long number) {
    if (isResting(number)) {
      runtime.strands.unpark(main);
    }
  }

  /** There will be no more; workers that rest wake up to end. */
  void close() {
    closing = true;
    runtime.unparkResting();
  }
}
