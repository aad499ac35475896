package org.temoto.task;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The strands of one PE that have no worker at present, to be used again. Thread-safe. */
final class StrandPool {
  /** Strands beyond so many idle ones end, for each holds a stack. */
  private static final int MAX_IDLE = 64;

  final PeRuntime runtime;
  final Runs runs;
  private final ArrayDeque<WorkerStrand> idle = new ArrayDeque<>();
  private final Set<WorkerStrand> all = new LinkedHashSet<>();
  private int spawned;
  private int handOvers;

  StrandPool(PeRuntime runtime, Runs runs) {
    this.runtime = runtime;
    this.runs = runs;
  }

  /**
   * Gives {@code worker} to a strand of the pool, or to a new one.
   *
   * @param first what that is to run first, or null
   */
  void continueWith(Worker worker, Stolen first) {
    WorkerStrand strand = take(worker);
    if (strand != null) {
      strand.assign(worker, first);
    } else {
      spawn(new WorkerStrand(this, worker, first));
    }
  }

  /** A strand that {@code worker} may be given to, before it is: to start one takes a while. */
  void prepare(Worker worker) {
    spawn(new WorkerStrand(this, worker));
  }

  /** The one that {@code worker} has used last, whose stack is warm there; or what there is. */
  private synchronized WorkerStrand take(Worker worker) {
    handOvers++;
    Iterator<WorkerStrand> latest = idle.descendingIterator();
    while (latest.hasNext()) {
      WorkerStrand strand = latest.next();
      if (strand.last == worker) {
        latest.remove();
        return strand;
      }
    }
    return idle.pollLast();
  }

  private void spawn(WorkerStrand strand) {
    int number;
    synchronized (this) {
      number = spawned++;
      all.add(strand);
    }
    strand.spawned(
        runtime.strands.spawn("temoto-" + runtime.rank + "-strand-" + number, strand::live));
  }

  /**
   * Takes in a strand that is about to give its worker away.
   *
   * @return false if enough are idle: the strand has to end, and nothing waits for it
   */
  synchronized boolean put(WorkerStrand strand) {
    if (idle.size() >= MAX_IDLE) {
      all.remove(strand);
      return false;
    }
    idle.addLast(strand);
    return true;
  }

  /** Tells what the strands are at; those first whose task waits for no child. */
  List<String> whereabouts() {
    List<WorkerStrand> strands;
    synchronized (this) {
      strands = List.copyOf(all);
    }
    return Stream.concat(
            strands.stream().filter(strand -> strand.awaited() == null),
            strands.stream().filter(strand -> strand.awaited() != null))
        .flatMap(strand -> strand.whereabouts().stream())
        .toList();
  }

  /** Number of times that a worker has been given to a strand of the pool, or a new one. */
  synchronized int handOvers() {
    return handOvers;
  }

  /** Ends all strands, which {@link Runs#isClosing} tells why they wake up, and waits for them. */
  void close() {
    List<WorkerStrand> strands;
    synchronized (this) {
      strands = List.copyOf(all);
    }
    strands.forEach(WorkerStrand::unpark);
    for (WorkerStrand strand : strands) {
      strand.awaitEnd();
    }
  }
}
