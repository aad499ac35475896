package org.temoto.task;

import org.temoto.gas.spi.Strands;

/**
 * A strand that runs tasks. It works while it has a worker; a join that must wait gives the worker
 * to another strand, and the worker comes back, at a scheduling point of that one, when the child
 * is done.
 *
 * <pre>
 *   pooled --assign--> scheduling --task--> running --join must wait--> suspended
 *     ^                    |   ^               |  ^                         |
 *     +-- a strand ready --+   +---- ended ----+  +---- child is done ------+
 * </pre>
 */
final class WorkerStrand extends TaskExecution {
  private Strands.Strand spawned;

  /**
   * Volatile: who wakes the strand has it from the pool or the suspended, maybe before it has seen
   * itself.
   */
  private volatile Strands.Strand handle;

  /**
   * The worker that another strand hands over. Volatile: with it goes everything that the worker's
   * strands have written.
   */
  private volatile Worker assigned;

  private Frame awaited;

  /** The pool has no room for the strand, which ends when it has given its worker away. */
  private boolean retired;

  /** The worker that the strand had last, in whose core's cache its stack is. */
  private int lastWorker;

  WorkerStrand(Site site, Worker worker) {
    super(site);
    this.assigned = worker;
  }

  /** What the strand does from its start to the runtime's end. */
  void live() {
    handle = site.strands.current();
    site.strands.bind(handle, assigned.index);
    steps.begin(this::nudge);
    memory = site.support.newStrand(assigned.channel);
    memory.onFirstView(this::attend);
    memory.bind();
    try {
      while (!retired && awaitWorker()) {
        work();
      }
    } finally {
      memory.unbind();
    }
  }

  int lastWorker() {
    return lastWorker;
  }

  void spawned(Strands.Strand strand) {
    spawned = strand;
  }

  void awaitEnd() {
    site.strands.join(spawned);
  }

  void unpark() {
    Strands.Strand strand = handle;
    if (strand != null) { // else it has not begun, and looks before it parks
      site.strands.unpark(strand);
    }
  }

  /** Hands {@code next} over to this strand, which waits for it. */
  void assign(Worker next) {
    site.strands.bind(handle, next.index); // before it wakes: it has waited, so it has a handle
    assigned = next;
    unpark();
  }

  /** False if the runtime ends instead. */
  private boolean awaitWorker() {
    while (assigned == null) {
      if (site.isClosing()) {
        return false;
      }
      site.element.checkAlive();
      site.strands.park();
    }
    take(assigned);
    lastWorker = assigned.index;
    assigned = null;
    memory.use(worker.channel);
    memory.tell(worker.times.trace());
    return true;
  }

  /**
   * The scheduling point: rests, resumes a suspended strand, or steals, until the worker is given
   * away.
   */
  private void work() {
    while (worker != null) {
      site.element.checkAlive();
      worker.atWork(false);
      if (site.isOver(worker.run)) {
        if (!worker.rest(this)) {
          worker = null;
          return;
        }
        startRoot();
        continue;
      }
      site.alarm.poll(site.workers);
      worker.listen();
      worker.answers.refuse();
      boolean moved = worker.progress();
      WorkerStrand ready = worker.nextReady();
      if (ready != null) {
        worker.backoff.reset();
        giveTo(ready);
      } else if (!moved) { // else the next message may be there by now
        if (worker.thief.steal(this)) {
          worker.backoff.reset();
        } else if (!worker.hasReady()) {
          worker.pause(this);
        }
      }
    }
  }

  private void giveTo(WorkerStrand ready) {
    passCounts();
    clear();
    Worker given = worker;
    given.atWork(true);
    given.thief.leave();
    worker = null;
    retired = !site.pool.put(this);
    ready.assign(given);
  }

  @Override
  Frame awaited() {
    return awaited;
  }

  private void startRoot() {
    Frame root = site.takeRoot(worker);
    if (root != null) {
      worker.atWork(true);
      runRoot(root);
      searches();
      site.rootDone(worker);
    }
  }

  @Override
  void suspend(Frame child) {
    Worker given = worker;
    if (given.offers.hasForked() || oldestHere() != NONE) {
      throw new IllegalStateException("a strand suspends and leaves tasks behind for thieves");
    }
    passCounts();
    given.counts.suspensions++;
    given.backoff.reset(); // it was at work until now
    awaited = child;
    WorkerStrand ready = given.nextReady();
    given.suspend(this);
    searches();
    long start = given.times.since();
    SuspendedJoinEvent event = new SuspendedJoinEvent();
    event.begin();
    worker = null;
    if (ready != null) {
      ready.assign(given);
    } else {
      site.pool.continueWith(given);
    }
    if (!awaitWorker()) {
      throw new IllegalStateException("the runtime was closed while tasks were running");
    }
    event.end(site, worker, child);
    awaited = null;
    worker.times.work(memory.communicationNanos(), frames[0].task, true);
    worker.times.joined(start, child.task);
  }
}
