package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.JobAbortedException;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.VictimChoice;
import org.temoto.task.steal.VictimWords;
import org.temoto.task.steal.WorkerLayout;

/** A worker's attempts to steal: first from the workers of its PE, then from other PEs. */
final class Thief {
  private final Site site;
  private final Worker worker;
  private final Channel channel;
  private final VictimWords words;
  private final Claimer claimer = new Claimer();
  private final VictimChoice choice;

  Thief(Site site, Worker worker) {
    this.site = site;
    this.worker = worker;
    this.channel = worker.channel;
    this.words = new VictimWords(channel);
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
      worker.counts.failedSteals++;
      return false;
    }
    int slot = StealWord.claimedSlot(word);
    Frame child = victim.shared.reference(slot);
    if (site.pes > 1) {
      freeOverflow(
          SlotLayout.overflow(site.heap, WorkerLayout.slot(victim.block, slot)), site.rank);
    }
    Claimer.acknowledge(word, words);
    worker.counts.steals++;
    strand.runClaimed(child, victim);
    return true;
  }

  private boolean stealRemote(WorkerStrand strand, int victim) {
    if (victim == VictimChoice.NONE) {
      return false;
    }
    int pe = victim / site.workers.length;
    long block = site.layout.worker(victim % site.workers.length);
    words.aim(pe, block);
    long word = claimer.claim(victim, words);
    choice.remember(victim, word != Claimer.NOTHING);
    if (word == Claimer.NOTHING) {
      worker.counts.failedSteals++;
      return false;
    }
    MemorySegment slot = worker.scratch;
    channel.get(
        pe, WorkerLayout.slot(block, StealWord.claimedSlot(word)), slot, 0, SlotLayout.BYTES);
    Claimer.acknowledge(word, words);
    worker.counts.steals++;
    worker.counts.remoteSteals++;
    long cell = WorkerLayout.cell(block, SlotLayout.cell(slot, 0));
    strand.runStolen(pe, cell, SlotLayout.generation(slot, 0), task(slot, pe));
    return true;
  }

  /** The task in a slot that has been got, or one that throws the reason why it cannot be read. */
  private Task<?> task(MemorySegment slot, int pe) {
    try {
      return read(slot, pe);
    } catch (JobAbortedException e) {
      throw e;
    } catch (GasException e) {
      return new Unreadable(e);
    }
  }

  private Task<?> read(MemorySegment slot, int pe) {
    int length = SlotLayout.length(slot, 0);
    long overflow = SlotLayout.overflow(slot, 0);
    if (overflow == OverflowArena.NONE) {
      return (Task<?>) worker.marshaller.read(slot, SlotLayout.PAYLOAD, length);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(length);
      channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);
      freeOverflow(overflow, pe);
      return (Task<?>) worker.marshaller.read(bytes, 0, length);
    }
  }

  private void freeOverflow(long overflow, int pe) {
    if (overflow != OverflowArena.NONE) {
      OverflowArena.free(channel, pe, overflow);
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
