package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Clock;

/**
 * Stops a run that is not over in time: PE 0's main strand looks after it, and cancels the root
 * task. If the tasks do not end then, it ends the job.
 */
final class TimeLimit {
  /** How long tasks may take to come to their next fork or join. */
  private static final long GRACE_NANOS = 2_000_000_000L;

  private final Site site;
  private final Clock clock;
  private final Frame root;
  private final long limit;
  private final long start;
  private boolean reached;

  /** When the root task was cancelled. */
  private long reachedAt;

  /** Of the run whose task is {@code root}, which begins. */
  TimeLimit(Site site, Frame root) {
    this.site = site;
    this.clock = site.element.clock();
    this.root = root;
    this.limit = site.options.timeoutNanos();
    this.start = clock.now();
  }

  /** Looks after the time. */
  void look() {
    if (limit == RuntimeOptions.UNLIMITED) {
      return;
    }
    long now = clock.now();
    if (now - start >= limit && !reached) {
      reached = true;
      reachedAt = now; // a late look must not take from the tasks' grace
      root.cancel();
      site.alarm.raiseHere(site.workers);
    }
    if (reached && now - reachedAt >= GRACE_NANOS) {
      site.element.abort(RunTimeoutException.stuck(limit, site.rank, site.tasks(), running()));
    }
  }

  private List<String> running() {
    List<String> tasks = new ArrayList<>();
    for (Worker worker : site.workers) {
      String task = worker.running();
      if (task != null) {
        tasks.add(task);
      }
    }
    return tasks;
  }

  /** The root task has ended: if it was stopped, that is its outcome. */
  void ended() {
    if (reached && root.completion() != Frame.RETURNED) {
      Throwable timeout = RunTimeoutException.stopped(limit, new long[0]);
      root.outcome = Frame.Failure.of(timeout, root, site.rank);
      root.complete(Frame.THREW);
    }
  }

  /**
   * The failure with what every PE has done, if {@code root} has failed of its limit, on whatever
   * PE. Collective.
   */
  static void requireInTime(Site site, Frame root, long tasksBefore) {
    if (root.outcome instanceof Frame.Failure failure
        && failure.thrown() instanceof RunTimeoutException) {
      long[] tasks = new long[site.pes];
      tasks[site.rank] = site.tasks() - tasksBefore;
      throw RunTimeoutException.stopped(site.options.timeoutNanos(), site.space.sum(tasks));
    }
  }
}
