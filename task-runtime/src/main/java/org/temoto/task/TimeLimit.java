package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.Strands;

/**
 * Limit that stops a run that is not over in time: PE 0's main strand looks after it, and cancels
 * the root task. If the tasks do not end then, it ends the job.
 */
final class TimeLimit {
  /** Time beyond the limit that a task may compute if others have to wait for it. */
  private static final long TURN_NANOS = 5_000_000_000L;

  /** Time for which PEs are asked what they are at: of very many, the first. */
  private static final long ASKING_NANOS = 2_000_000_000L;

  private final PeRuntime runtime;
  private final Clock clock;
  private final Frame root;
  private final long limit;
  private final long start;

  /** Tasks that this PE has run before the run. */
  private final long tasksBefore;

  /** The tasks', once the limit is reached; null before. */
  private Grace grace;

  /** The strands that waited for locks and semaphores then. */
  private List<String> waits;

  /** Limit of the run whose task is {@code root}, which begins. */
  TimeLimit(PeRuntime runtime, Frame root, long tasksBefore) {
    this.runtime = runtime;
    this.clock = runtime.element.clock();
    this.root = root;
    this.limit = runtime.options.timeoutNanos();
    this.start = clock.now();
    this.tasksBefore = tasksBefore;
  }

  /**
   * Limits how long a strand may have its turn, if strands take turns: one that does not give it
   * away keeps PE 0's main strand from looking after the time, so that of the machine counts.
   *
   * @param tasksBefore tasks that this PE has run before the run
   */
  static void limitTurns(PeRuntime runtime, long tasksBefore) {
    long limit = runtime.options.timeoutNanos();
    if (limit != RuntimeOptions.UNLIMITED) {
      long turn = limit > Strands.UNLIMITED - TURN_NANOS ? Strands.UNLIMITED : limit + TURN_NANOS;
      runtime.strands.limitTurn(turn, () -> stuck(runtime, tasksBefore));
    }
  }

  /** Looks after the time. */
  void look() {
    if (limit == RuntimeOptions.UNLIMITED) {
      return;
    }
    long now = clock.now();
    if (now - start >= limit && grace == null) {
      waits = runtime.lockWaits();
      grace = new Grace(clock.now());
      root.cancel();
      runtime.alarm.raiseHere();
    }
    if (grace != null && grace.isOver(now)) {
      runtime.element.abort(stuck(runtime, tasksBefore));
    }
  }

  /** Asks all PEs: a task of another PE may be the one that does not end. */
  private static RunTimeoutException stuck(PeRuntime runtime, long tasksBefore) {
    List<List<String>> tasksByPe = new ArrayList<>();
    int found = 0;
    long start = System.nanoTime();
    for (int pe = 0;
        pe < runtime.pes
            && found < RunTimeoutException.MAX_LISTED
            && System.nanoTime() - start < ASKING_NANOS;
        pe++) {
      tasksByPe.add(runtime.element.whereabouts(pe).tasks());
      found += tasksByPe.getLast().size();
    }
    return RunTimeoutException.stuck(
        runtime.options.timeoutNanos(), runtime.tasks() - tasksBefore, tasksByPe);
  }

  /** The root task has ended: if it was stopped, that is its outcome, or comes with its failure. */
  void ended() {
    runtime.strands.limitTurn(Strands.UNLIMITED, () -> stuck(runtime, tasksBefore));
    if (grace != null && root.completion() != Frame.RETURNED) {
      Throwable timeout = RunTimeoutException.stopped(limit, waits);
      if (root.completion() == Frame.THREW) {
        Throwable thrown = ((TaskFailure) root.outcome).thrown();
        if (!(thrown instanceof TaskException failure && failure.reason() == null)) {
          Joins.suppress(thrown, timeout);
          return;
        }
        timeout.addSuppressed(thrown); // of one that waited, mostly for what the limit has stopped
      }
      root.outcome = TaskFailure.of(timeout, root, runtime.rank);
      root.complete(Frame.THREW);
    }
  }

  /**
   * The failure with what every PE has done, if {@code root} has failed of its limit, on whatever
   * PE. Collective.
   */
  static void requireInTime(PeRuntime runtime, Frame root, long tasksBefore) {
    if (root.outcome instanceof TaskFailure failure
        && failure.thrown() instanceof RunTimeoutException) {
      long[] tasks = new long[runtime.pes];
      tasks[runtime.rank] = runtime.tasks() - tasksBefore;
      RunTimeoutException timeout =
          RunTimeoutException.counted(failure.thrown().getMessage(), runtime.space.sum(tasks));
      for (Throwable each : failure.thrown().getSuppressed()) {
        timeout.addSuppressed(each);
      }
      throw timeout;
    }
  }
}
