package org.temoto.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Clock;
import org.temoto.task.trace.Trace.Event.Kind;
import org.temoto.task.trace.file.TraceLog;

/**
 * Times that one worker has spent on each of its activities. Stamps are taken where that changes:
 * at the start and end of what the worker has stolen, at suspensions, and once per attempt to
 * steal; never at a fork or at a join that need not wait. Written by the strand that has the
 * worker; read by others opaquely, which may miss what goes on at the moment.
 */
final class WorkerTimes {
  /** Activity of a worker. */
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
  private static final int STEALS = TaskRuntime.Activity.TIMES;
  private static final int FAILED_STEALS = STEALS + TaskRuntime.Activity.Latencies.INTERVALS;

  private final Clock clock;

  /** Null if nothing is to be recorded. */
  private final TraceLog trace;

  /** As {@link TaskRuntime.Activity#of} takes them. */
  private final long[] numbers = new long[TaskRuntime.Activity.numbers(1)];

  private Doing doing = Doing.REST;
  private long since;

  /** Time for which the worker was at work last, until its task ended or waited. */
  private long lastWork;

  /** The communication of the strand at work, when it began. */
  private long communicated;

  /** Time for which the strand at work has been reporting the end of its task to another PE. */
  private long reported;

  /** The class of the task at work, and whether that had waited before. */
  private Class<?> task;

  private boolean resumed;

  /** Attempts to steal in vain since {@link #since}. */
  private long failures;

  /**
   * @param trace where changes are recorded, or null
   */
  WorkerTimes(Clock clock, TraceLog trace) {
    this.clock = clock;
    this.trace = trace;
  }

  /** Log in which changes are recorded, or null. */
  TraceLog trace() {
    return trace;
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
   * begins {@code next}.
   */
  void begin(long communicationNanos, Task<?> next) {
    changeTo(Doing.WORK);
    communicated = communicationNanos;
    task = next.getClass();
    resumed = false;
  }

  /** As {@link #begin(long, Task)}, but the strand goes on with {@code next} after a wait. */
  void resume(long communicationNanos, Task<?> next) {
    begin(communicationNanos, next);
    resumed = true;
  }

  /** The end of the task at work has been reported to PE {@code pe} since {@code start}. */
  void reported(long start, int pe) {
    long end = clock.now();
    reported = end - start;
    if (trace != null) {
      trace.reported(start, end, pe);
    }
  }

  /** The strand has no task any more; from now on the worker is doing {@code next}. */
  void search(long communicationNanos, Doing next) {
    long communication = doing == Doing.WORK ? communicationNanos - communicated + reported : 0;
    reported = 0;
    changeTo(next);
    add(WORK, -communication);
    add(COMMUNICATION, communication);
  }

  private void changeTo(Doing next) {
    long now = clock.now();
    switch (doing) {
      case WORK -> {
        lastWork = now - since;
        add(WORK, lastWork);
      }
      case WAIT -> add(WAIT, now - since);
      case SEARCH -> add(IDLE, now - since);
      case REST -> {}
    }
    if (trace != null) {
      record(now);
    }
    since = now;
    doing = next;
    failures = 0;
  }

  private void record(long now) {
    switch (doing) {
      case WORK -> trace.worked(since, now, task, resumed);
      case WAIT -> trace.looked(Kind.WAIT, since, now, failures);
      case SEARCH -> trace.looked(Kind.SEARCH, since, now, failures);
      case REST -> {}
    }
  }

  /** Moment at which the worker began what it does now. */
  long since() {
    return since;
  }

  long lastWork() {
    return lastWork;
  }

  /** A join of {@code child}, suspended at {@code start}, goes on. */
  void joined(long start, Task<?> child) {
    if (trace != null) {
      trace.joined(start, since, child.getClass());
    }
  }

  /**
   * An attempt to steal, begun at {@code start}, has brought a task.
   *
   * @return the present moment, when the next may begin
   */
  long succeeded(long start) {
    return ended(start, STEALS);
  }

  /** As {@link #succeeded}; nothing was there. */
  long failed(long start) {
    failures++;
    return ended(start, FAILED_STEALS);
  }

  private long ended(long start, int latencies) {
    long now = clock.now();
    add(latencies + TaskRuntime.Activity.Latencies.interval(now - start), 1);
    return now;
  }

  /**
   * An attempt from {@code start} to {@code end} has brought a task of worker {@code index} of PE
   * {@code pe}.
   */
  void stole(long start, long end, int pe, int index) {
    if (trace != null) { // a request may be older than this search
      trace.stole(Math.max(start, since), end, pe, index);
    }
  }

  long now() {
    return clock.now();
  }

  private void add(int index, long value) {
    NUMBERS.setOpaque(numbers, index, numbers[index] + value); // opaque: others read it any time
  }

  /** Numbers of {@code own}, those of this PE's workers, at their places among those of all PEs. */
  static long[] amongAll(long[] own, GlobalAddressSpace space) {
    int latencies = 2 * TaskRuntime.Activity.Latencies.INTERVALS;
    int times = own.length - latencies;
    long[] all = new long[space.pes() * times + latencies];
    System.arraycopy(own, 0, all, space.pe() * times, times);
    System.arraycopy(own, times, all, all.length - latencies, latencies);
    return all;
  }

  /** Adds this worker, which is number {@code index}, to {@code sums} of several workers. */
  void addTo(long[] sums, int index) {
    int shift = sums.length - numbers.length;
    for (int i = 0; i < numbers.length; i++) {
      int at = i < TaskRuntime.Activity.TIMES ? index * TaskRuntime.Activity.TIMES + i : shift + i;
      sums[at] += (long) NUMBERS.getOpaque(numbers, i); // opaque: a value that was written
    }
  }
}
