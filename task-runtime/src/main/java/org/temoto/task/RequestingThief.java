package org.temoto.task;

import org.temoto.task.steal.RemoteRequest;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.VictimChoice;
import org.temoto.task.steal.WorkerLayout;

/**
 * Thief that asks other PEs for tasks: the worker that gave the last one, or else any worker of a
 * random PE. A request that is not answered in time, since no worker there forks or joins, is
 * withdrawn for another.
 */
final class RequestingThief implements RemoteThief {
  private static final long MIN_PATIENCE_NANOS = 200_000;

  /** The patience in round trips, where those take long. */
  private static final int ROUND_TRIPS = 4;

  private final PeRuntime runtime;
  private final VictimChoice choice;
  private final Attempts attempts;
  private final RemoteRequest request;

  /** The worker that was asked; if it was any of its PE, one of them. */
  private int victim;

  private boolean targeted;
  private long asked;
  private long deadline;

  RequestingThief(WorkerIdentity worker, VictimChoice choice, Attempts attempts) {
    this.runtime = worker.runtime;
    this.choice = choice;
    this.attempts = attempts;
    this.request =
        new RemoteRequest(
            worker.channel,
            runtime.heap,
            worker.block,
            runtime.rank * runtime.layout.workers() + worker.index);
  }

  @Override
  public TakenTask take() {
    switch (request.poll()) {
      case IDLE -> ask();
      case WAITING -> moveOn();
      case REFUSED -> failed();
      case GRANTED -> {
        attempts.beganAt(asked);
        choice.succeeded(giverPe() * runtime.layout.workers() + request.giver());
        return request.taken();
      }
    }
    return null;
  }

  @Override
  public int giverPe() {
    return request.victim();
  }

  @Override
  public int giver() {
    return request.giver();
  }

  @Override
  public void leave() {
    if (request.isPending() && request.withdraw()) {
      count();
      if (targeted) { // the victim that was asked has not answered
        choice.failed(victim);
      }
    }
  }

  @Override
  public boolean isAwaiting() {
    return request.isPending();
  }

  private void ask() {
    int last = choice.lastRemote();
    int next = last == VictimChoice.NONE ? choice.randomRemote() : last;
    if (next == VictimChoice.NONE) {
      return;
    }
    targeted = last != VictimChoice.NONE;
    victim = next;
    int workers = runtime.layout.workers();
    int pe = victim / workers;
    int index = victim % workers;
    long box =
        targeted ? runtime.layout.worker(index) + WorkerLayout.MAILBOX : runtime.layout.mailbox();
    asked = runtime.element.clock().now();
    int first = targeted ? index : 0;
    int count = targeted ? 1 : workers;
    boolean posted = request.ask(pe, box, runtime.layout.worker(0), first, count);
    long now = runtime.element.clock().now();
    deadline = now + Math.max(MIN_PATIENCE_NANOS, ROUND_TRIPS * (now - asked));
    if (!posted) {
      failed();
    }
  }

  /**
   * Asks another victim if the answer is late; at once, since a thief without a request gets no
   * task.
   */
  private void moveOn() {
    boolean late = runtime.element.clock().now() - deadline >= 0;
    if (late && (targeted || runtime.pes > 2) && request.withdraw()) {
      failed();
      ask();
    }
  }

  private void failed() {
    count();
    choice.failed(victim);
  }

  private void count() {
    attempts.beganAt(asked);
    attempts.failed();
  }
}
