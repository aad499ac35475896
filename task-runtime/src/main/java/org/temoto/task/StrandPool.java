package org.temoto.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The strands of one PE that have no worker at present, to be used again. Thread-safe. */
final class StrandPool {
  private final Site site;
  private final ArrayDeque<WorkerStrand> idle = new ArrayDeque<>();
  private final List<WorkerStrand> all = new ArrayList<>();

  StrandPool(Site site) {
    this.site = site;
  }

  /** Gives {@code worker} to a strand of the pool, or to a new one. */
  void continueWith(Worker worker) {
    WorkerStrand strand = take();
    if (strand != null) {
      strand.assign(worker);
    } else {
      spawn(worker);
    }
  }

  private synchronized WorkerStrand take() {
    return idle.pollLast(); // the one used last: its stack is warm
  }

  private void spawn(Worker worker) {
    WorkerStrand strand = new WorkerStrand(site, worker);
    int number;
    synchronized (this) {
      number = all.size();
      all.add(strand);
    }
    strand.spawned(site.strands.spawn("temoto-" + site.rank + "-strand-" + number, strand::live));
  }

  /** Takes in a strand that has just given its worker away. */
  synchronized void put(WorkerStrand strand) {
    idle.addLast(strand);
  }

  /** Ends all strands, which {@link Site#isClosing} tells why they wake up, and waits for them. */
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
