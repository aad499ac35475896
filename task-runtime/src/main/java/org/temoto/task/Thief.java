package org.temoto.task;

import org.temoto.gas.GasException;
import org.temoto.gas.JobAbortedException;
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
  private final Worker worker;
  private final VictimWords words;
  private final Claimer claimer = new Claimer();
  private final RemoteThief remote;
  private final VictimChoice choice;

  private final Attempts attempts;

  Thief(PeRuntime runtime, Worker worker) {
    this.runtime = runtime;
    this.worker = worker;
    this.words = new VictimWords(worker.channel);
    this.attempts = new Attempts(runtime.rank, worker.index, worker.counts, worker.times);
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
          case ONE_SIDED -> new OneSidedThief(runtime, worker, choice, attempts, claimer);
          case REQUEST -> new RequestingThief(runtime, worker, choice, attempts);
        };
  }

  /**
   * What the worker holds; else something from another worker of this PE, or from another PE; or
   * null.
   *
   * @param strand that has the worker, and no task that can be given away
   */
  WorkItem.Stolen steal(StrandStack strand) {
    // mutant: held-by-strand
    HeldTask held = worker.offers.nextHeld();
    if (held != null) {
      return started(held, strand);
    }
    TakenTask sent = runtime.inbox.take(worker.channel);
    if (sent != null) {
      return started(sent, read(sent), strand);
    }
    attempts.begin();
    WorkItem.Stolen stolen = null;
    if (remote.isAwaiting()) { // a task may be waiting here
      stolen = stealRemote(strand);
    }
    if (stolen == null) {
      stolen = stealLocal(strand);
    }
    return stolen == null ? stealRemote(strand) : stolen;
  }

  private WorkItem.Taken started(HeldTask held, StrandStack strand) {
    Task<?> task = held.isInSlot() ? read(held.taken()) : held.task();
    return started(held.taken(), task, strand);
  }

  private WorkItem.Taken started(TakenTask taken, Task<?> task, StrandStack strand) {
    worker.atWork(true);
    if (!worker.held.isEmpty()) {
      worker.offers.offerIfAsked(strand, null); // it may be long until this task forks or ends
    }
    return new WorkItem.Taken(taken, task);
  }

  /**
   * The worker holds what has been sent to its PE, for thieves to take: two tasks, of which it
   * offers one. The others stay for workers that have nothing to do.
   */
  void holdSent() {
    while (worker.held.size() < 2) {
      TakenTask sent = runtime.inbox.take(worker.channel);
      if (sent == null) {
        return;
      }
      worker.held.add(held(sent));
    }
  }

  private WorkItem.Stolen stealLocal(StrandStack strand) {
    int workers = runtime.workers.length;
    int first = choice.firstLocal();
    for (int i = 0; i < workers; i++) {
      int index = (first + i) % workers;
      WorkItem.Stolen stolen =
          index == worker.index ? null : stealFrom(runtime.workers[index], strand);
      if (stolen != null) {
        return stolen;
      }
    }
    return null;
  }

  private WorkItem.Stolen stealFrom(Worker victim, StrandStack strand) {
    WorkItem.Stolen stolen = victim.near == null ? null : stealNear(victim);
    return stolen == null ? stealShared(victim, strand) : stolen;
  }

  /** Takes from what only workers of this PE may have; one that finds nothing rings. */
  private WorkItem.Stolen stealNear(Worker victim) {
    words.aim(runtime.rank, victim.block + WorkerLayout.NEAR);
    long word = claimer.claim(-1 - victim.index, words);
    if (word == Claimer.NOTHING) {
      if (claimer.hasTold()) { // the owner's forks look at the other word only
        words.aim(runtime.rank, victim.block).ring();
      }
      return null;
    }
    Frame child = (Frame) victim.near.reference(StealWord.claimedSlot(word));
    Claimer.acknowledge(word, words);
    worker.atWork(true);
    attempts.succeeded(runtime.rank, victim.index);
    return new WorkItem.Claimed(child, victim);
  }

  private WorkItem.Stolen stealShared(Worker victim, StrandStack strand) {
    words.aim(runtime.rank, victim.block);
    int number = number(runtime.rank, victim.index);
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
    worker.atWork(true);
    attempts.succeeded(runtime.rank, victim.index);
    return switch (offered) {
      case Frame child -> new WorkItem.Claimed(child, victim);
      case HeldTask held -> started(held, strand);
    };
  }

  private WorkItem.Stolen stealRemote(StrandStack strand) {
    TakenTask taken = remote.take();
    if (taken == null) {
      return null;
    }
    worker.counts.remoteSteals++;
    attempts.succeeded(remote.giverPe(), remote.giver());
    Task<?> task = read(taken);
    // mutant: held-forgotten
    remote.others(other -> worker.held.add(held(other)));
    return started(taken, task, strand);
  }

  /**
   * A task that did not fit into its slot is read at once: two PEs that hold tasks of each other,
   * and wait for room for a result, would wait for the buffers of these for ever.
   */
  private HeldTask held(TakenTask taken) {
    return new HeldTask(taken, taken.isInSlot() ? null : read(taken));
  }

  /** The worker goes to a strand that has other things to do. */
  void leave() {
    remote.leave();
  }

  /** Whether an answer may come that only looking shows. */
  boolean isAwaiting() {
    return remote.isAwaiting();
  }

  /** The task that has been taken, or one that throws the reason why it cannot be read. */
  private Task<?> read(TakenTask taken) {
    try {
      return (Task<?>) taken.task(worker.channel, worker.marshaller);
    } catch (JobAbortedException e) {
      throw e;
    } catch (GasException e) {
      return new Unreadable(e);
    }
  }

  private int number(int pe, int index) {
    return pe * runtime.workers.length + index;
  }

  /** Substitute for a task that arrived and cannot be read. */
  private record Unreadable(GasException reason) implements Task<Void> {
    @Override
    public Void run(TaskContext context) {
      throw reason;
    }
  }
}
