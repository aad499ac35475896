package org.temoto.task;

import java.util.function.Consumer;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.VictimChoice;
import org.temoto.task.steal.VictimWords;
import org.temoto.task.steal.WorkerLayout;

/** Stealing side of a worker: tries first the workers of its PE, then other PEs. */
final class Thief {
  private final PeRuntime runtime;
  private final WorkerIdentity worker;
  private final Offers offers;
  private final Deferrals deferrals;
  private final VictimWords words;
  private final Claimer claimer = new Claimer();
  final RemoteThief remote;
  private final VictimChoice choice;

  private final Attempts attempts;
  private final Consumer<TakenTask> hold;

  Thief(WorkerIdentity worker, Offers offers, Deferrals deferrals) {
    this.deferrals = deferrals;
    this.runtime = worker.runtime;
    this.worker = worker;
    this.offers = offers;
    this.words = new VictimWords(worker.channel);
    this.attempts = new Attempts(runtime.rank, worker.index, worker.counts, worker.times);
    this.hold = worker.held::add;
    int workers = runtime.layout.workers();
    this.choice =
        new VictimChoice(
            runtime.space.options().seed(),
            runtime.pes,
            workers,
            runtime.rank * workers + worker.index,
            runtime.element.transport()::isNear);
    this.remote =
        switch (runtime.options.policy()) {
          case ONE_SIDED -> new OneSidedThief(worker, choice, attempts, claimer);
          case REQUEST -> new RequestingThief(worker, choice, attempts);
        };
  }

  /**
   * Takes what the worker holds; else something from another worker of this PE, or from another PE;
   * or null.
   *
   * @param strand that has the worker, and no task that can be given away
   */
  Stolen steal(StrandStack strand) {
    HeldTask atHome = takeAtHome();
    if (atHome != null) {
      return started(atHome, strand);
    }
    // mutant: held-by-strand
    HeldTask held = offers.nextHeld();
    if (held != null) {
      return started(held, strand);
    }
    TakenTask sent = runtime.inbox.take(worker.channel);
    if (sent != null) {
      return started(sent, worker.held.read(sent), strand);
    }
    deferrals.goesOn(null);
    attempts.begin();
    Stolen stolen = null;
    if (remote.isAwaiting()) { // a task may be waiting here
      stolen = stealRemote(strand);
    }
    if (stolen == null) {
      stolen = stealLocal(strand);
    }
    return stolen == null ? stealRemote(strand) : stolen;
  }

  /** The oldest task that this PE is to run; those that have been sent come after what there is. */
  private HeldTask takeAtHome() {
    if (runtime.atHome.isEmpty()) {
      return null;
    }
    TakenTask sent = runtime.inbox.take(worker.channel);
    while (sent != null) { // else a chain of tasks would keep it out for ever
      runtime.atHome.add(worker.held.of(sent));
      sent = runtime.inbox.take(worker.channel);
    }
    return runtime.atHome.poll();
  }

  private Stolen.Taken started(HeldTask held, StrandStack strand) {
    Task<?> task = held.isInSlot() ? worker.held.read(held.taken()) : held.task();
    return started(held.taken(), task, strand);
  }

  private Stolen.Taken started(TakenTask taken, Task<?> task, StrandStack strand) {
    worker.beginWork();
    if (!worker.held.isEmpty() || offers.hasLongQueue()) {
      offers.offerIfAsked(strand, null); // it may be long until this task forks or ends
    }
    return new Stolen.Taken(taken, task);
  }

  private Stolen stealLocal(StrandStack strand) {
    int workers = runtime.workers.length;
    int first = choice.firstLocal();
    for (int i = 0; i < workers; i++) {
      int index = (first + i) % workers;
      Stolen stolen = index == worker.index ? null : stealFrom(runtime.workers[index], strand);
      if (stolen != null) {
        return stolen;
      }
    }
    return null;
  }

  private Stolen stealFrom(WorkerIdentity victim, StrandStack strand) {
    Stolen stolen = victim.near == null ? null : stealNear(victim);
    return stolen == null ? stealShared(victim, strand) : stolen;
  }

  /** Takes from what only workers of this PE may have; one that finds nothing rings. */
  private Stolen stealNear(WorkerIdentity victim) {
    words.aim(runtime.rank, victim.block + WorkerLayout.NEAR);
    long word = claimer.claim(-1 - victim.index, words);
    if (word == Claimer.NOTHING) {
      if (claimer.hasTold()) { // the owner's forks look at the other word only
        words.aim(runtime.rank, victim.block).ring();
      }
      return null;
    }
    Frame child = victim.near.reference(StealWord.claimedSlot(word));
    Claimer.acknowledge(word, words);
    worker.beginWork();
    attempts.succeeded(runtime.rank, victim.index);
    return new Stolen.Claimed(child, victim);
  }

  private Stolen stealShared(WorkerIdentity victim, StrandStack strand) {
    words.aim(runtime.rank, victim.block);
    int number = runtime.rank * runtime.workers.length + victim.index;
    long word =
        victim.near == null ? claimer.claim(number, words) : claimer.claimSeen(number, words);
    if (word == Claimer.NOTHING) {
      attempts.failed();
      return null;
    }
    int slot = StealWord.claimedSlot(word);
    Offered offered = victim.shared.reference(slot);
    if (offered instanceof Frame && runtime.offersElsewhere()) { // what is held, its runner reads
      long overflow = SlotLayout.overflow(runtime.heap, WorkerLayout.slot(victim.block, slot));
      if (overflow != OverflowArena.NONE) {
        OverflowArena.free(worker.channel, runtime.rank, overflow);
      }
    }
    Claimer.acknowledge(word, words);
    worker.beginWork();
    attempts.succeeded(runtime.rank, victim.index);
    return switch (offered) {
      case Frame child -> new Stolen.Claimed(child, victim);
      case HeldTask held -> started(held, strand);
    };
  }

  private Stolen stealRemote(StrandStack strand) {
    TakenTask taken = remote.take();
    if (taken == null) {
      return null;
    }
    worker.counts.remoteSteals++;
    attempts.succeeded(remote.giverPe(), remote.giver());
    Task<?> task = worker.held.read(taken);
    // mutant: held-forgotten
    remote.others(hold);
    return started(taken, task, strand);
  }
}
