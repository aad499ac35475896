package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.Clock;

/**
 * What one worker spends its time on. Stamps are taken where that changes: at the start and end of
 * what the worker has stolen, at suspensions, and once per attempt to steal; never at a fork or at
 * a join that need not wait. Written by the strand that has the worker; read by others opaquely,
 * who may miss what goes on at the moment.
 */
final class WorkerTimes {
  /** What a worker does. */
  enum Doing {
    /** It runs a task. */
    WORK,
    /** It looks for one, while strands of it are suspended. */
    WAIT,
    /** It looks for one. */
    SEARCH,
    /** It waits for the next run, which is not counted. */
    REST
  }

  private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WORK = 0;
  private static final int COMMUNICATION = 1;
  private static final int WAIT = 2;
  private static final int IDLE = 3;
  private static final int STEALS = RuntimeActivity.TIMES;
  private static final int FAILED_STEALS = STEALS + Latencies.INTERVALS;

  private final Clock clock;

  /** As {@link RuntimeActivity#of} takes them. */
  private final long[] numbers = new long[RuntimeActivity.numbers(1)];

  private Doing doing = Doing.REST;
  private long since;

  /** The communication of the strand at work, when it began. */
  private long communicated;

  WorkerTimes(Clock clock) {
    this.clock = clock;
  }

  /** A run began at {@code start}, and the worker looks for tasks. */
  void begin(long start) {
    since = start;
    doing = Doing.SEARCH;
  }

  /** The worker has come to the end of the run. */
  void end() {
    changeTo(Doing.REST);
  }

  /**
   * The strand that has the worker, which has communicated for {@code communicationNanos} so far,
   * begins or resumes a task.
   */
  void work(long communicationNanos) {
    changeTo(Doing.WORK);
    communicated = communicationNanos;
  }

  /** The strand has no task any more, or has to wait. */
  void search(long communicationNanos, boolean waiting) {
    long communication = doing == Doing.WORK ? communicationNanos - communicated : 0;
    changeTo(waiting ? Doing.WAIT : Doing.SEARCH);
    add(WORK, -communication);
    add(COMMUNICATION, communication);
  }

  private void changeTo(Doing next) {
    long now = clock.now();
    switch (doing) {
      case WORK -> add(WORK, now - since);
      case WAIT -> add(WAIT, now - since);
      case SEARCH -> add(IDLE, now - since);
      case REST -> {}
    }
    since = now;
    doing = next;
  }

  /**
   * An attempt to steal, begun at {@code start}, has ended.
   *
   * @return the present moment, when the next may begin
   */
  long attempted(long start, boolean success) {
    long now = clock.now();
    add((success ? STEALS : FAILED_STEALS) + Latencies.interval(now - start), 1);
    return now;
  }

  long now() {
    return clock.now();
  }

  private void add(int index, long value) {
    NUMBERS.setOpaque(numbers, index, numbers[index] + value); // opaque: others read it any time
  }

  /** Adds this worker, which is number {@code index}, to {@code sums} of several workers. */
  void addTo(long[] sums, int index) {
    int shift = sums.length - numbers.length;
    for (int i = 0; i < numbers.length; i++) {
      int at = i < RuntimeActivity.TIMES ? index * RuntimeActivity.TIMES + i : shift + i;
      sums[at] += (long) NUMBERS.getOpaque(numbers, i); // opaque: a value that was written
    }
  }
}
