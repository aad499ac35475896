package org.temoto.task;

import java.util.function.Consumer;
import org.temoto.task.deque.Claimer;
import org.temoto.task.steal.RemoteClaim;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.VictimChoice;

/**
 * Thief that claims what other PEs offer by one-sided operations: the last victim is tried first,
 * then a random one of this host, then one of any.
 */
final class OneSidedThief implements RemoteThief {
  /**
   * One victim in a round is found out soon where PEs are few. Of many, where few have work, as at
   * the beginning of a run, a thief that waits longer after each round would not find one of these
   * for a millisecond.
   */
  private static final int PES_PER_TRY = 2;

  private static final int MOST_TRIES = 16;

  private final PeRuntime runtime;
  private final WorkerIdentity worker;
  private final VictimChoice choice;
  private final Attempts attempts;
  private final RemoteClaim claim;

  /** Random victims that a round tries. */
  private final int tries;

  private int giver;
  private int giverPe;

  OneSidedThief(WorkerIdentity worker, VictimChoice choice, Attempts attempts, Claimer claimer) {
    this.runtime = worker.runtime;
    this.worker = worker;
    this.choice = choice;
    this.attempts = attempts;
    this.tries = Math.clamp((runtime.pes - 1) / PES_PER_TRY, 1, MOST_TRIES);
    this.claim = new RemoteClaim(worker.channel, claimer, runtime.takesHalf());
  }

  @Override
  public TakenTask take() {
    boolean taken = takeFrom(choice.lastRemote());
    for (int i = 0; i < tries && !taken && !worker.isCalled(); i++) {
      taken =
          takeFrom(choice.randomRemote())
              || choice.isToLeaveHost() && takeFrom(choice.randomRemote());
    }
    return taken ? claim.taken() : null;
  }

  private boolean takeFrom(int victim) {
    if (victim == VictimChoice.NONE) {
      return false;
    }
    int workers = runtime.workers.length;
    boolean taken = claim.take(victim, victim / workers, runtime.layout.worker(victim % workers));
    if (taken) {
      choice.succeeded(victim);
      giver = victim % workers;
      giverPe = victim / workers;
    } else {
      choice.failed(victim);
      attempts.failed();
    }
    return taken;
  }

  @Override
  public void others(Consumer<TakenTask> receiver) {
    claim.others(receiver);
  }

  @Override
  public int giverPe() {
    return giverPe;
  }

  @Override
  public int giver() {
    return giver;
  }
}
