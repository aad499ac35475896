package org.temoto.task;

import org.temoto.gas.GasException;
import org.temoto.gas.JobAbortedException;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.steal.RemoteClaim;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.VictimChoice;
import org.temoto.task.steal.VictimWords;
import org.temoto.task.steal.WorkerLayout;

/** A worker's attempts to steal: first from the workers of its PE, then from other PEs. */
final class Thief {
  private final Site site;
  private final Worker worker;
  private final VictimWords words;
  private final Claimer claimer = new Claimer();
  private final RemoteClaim remote;
  private final VictimChoice choice;

  /** When the present attempt began. */
  private long since;

  Thief(Site site, Worker worker) {
    this.site = site;
    this.worker = worker;
    this.words = new VictimWords(worker.channel);
    this.remote = new RemoteClaim(worker.channel, claimer, worker.marshaller);
    int workers = site.layout.workers();
    this.choice =
        new VictimChoice(
            site.space.options().seed(), site.pes, workers, site.rank * workers + worker.index);
  }

  /**
   * Tries every other worker of this PE, the last victim of another PE and a random one; runs on
   * {@code strand} what it gets.
   */
  boolean steal(WorkerStrand strand) {
    since = worker.times.now();
    return stealLocal(strand)
        || stealRemote(strand, choice.lastRemote())
        || stealRemote(strand, choice.randomRemote());
  }

  private boolean stealLocal(WorkerStrand strand) {
    int workers = site.workers.length;
    int first = choice.firstLocal();
    for (int i = 0; i < workers; i++) {
      int index = (first + i) % workers;
      if (index != worker.index && stealFrom(strand, site.workers[index])) {
        return true;
      }
    }
    return false;
  }

  private boolean stealFrom(WorkerStrand strand, Worker victim) {
    words.aim(site.rank, victim.block);
    long word = claimer.claim(number(site.rank, victim.index), words);
    if (word == Claimer.NOTHING) {
      failed();
      return false;
    }
    int slot = StealWord.claimedSlot(word);
    Frame child = victim.shared.reference(slot);
    if (site.pes > 1) {
      long overflow = SlotLayout.overflow(site.heap, WorkerLayout.slot(victim.block, slot));
      if (overflow != OverflowArena.NONE) {
        OverflowArena.free(worker.channel, site.rank, overflow);
      }
    }
    Claimer.acknowledge(word, words);
    succeeded(site.rank, victim.index);
    strand.runClaimed(child, victim);
    strand.searches();
    return true;
  }

  private boolean stealRemote(WorkerStrand strand, int victim) {
    if (victim == VictimChoice.NONE) {
      return false;
    }
    int pe = victim / site.workers.length;
    boolean taken = remote.take(victim, pe, site.layout.worker(victim % site.workers.length));
    choice.remember(victim, taken);
    if (!taken) {
      failed();
      return false;
    }
    worker.counts.remoteSteals++;
    succeeded(pe, victim % site.workers.length);
    strand.runStolen(pe, remote.cell(), remote.mark(), remote.generation(), task());
    strand.searches();
    return true;
  }

  private void failed() {
    worker.counts.failedSteals++;
    since = worker.times.attempted(since, false);
  }

  private void succeeded(int pe, int index) {
    worker.counts.steals++;
    long now = worker.times.attempted(since, true);
    StealEvent event = new StealEvent();
    if (event.isEnabled()) {
      event.commit(worker, pe, index, now - since);
    }
  }

  /** The task that has been taken, or one that throws the reason why it cannot be read. */
  private Task<?> task() {
    try {
      return (Task<?>) remote.task();
    } catch (JobAbortedException e) {
      throw e;
    } catch (GasException e) {
      return new Unreadable(e);
    }
  }

  private int number(int pe, int index) {
    return pe * site.workers.length + index;
  }

  /** Stands for a task that arrived and cannot be read. */
  private record Unreadable(GasException reason) implements Task<Void> {
    @Override
    public Void run(TaskContext context) {
      throw reason;
    }
  }
}
