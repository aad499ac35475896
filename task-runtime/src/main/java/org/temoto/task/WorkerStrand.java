package org.temoto.task;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.ProgramLines;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.WorkerLayout;

/**
 * A strand that runs tasks. It works while it has a worker. A join that must wait looks for work
 * where it stands, for a hand-over takes as long as several attempts to steal; when it has found
 * some, which needs a stack of its own, it gives the worker to another strand, and the worker comes
 * back when the child is done: at a scheduling point of that one, or, as it may go on until the
 * other tells of a failure, when it has run for some time.
 *
 * <pre>
 *   pooled --assign--> scheduling --task--> running --join must wait--> seeking --work--> suspended
 *     ^                    |   ^               |  ^                        |                  |
 *     +-- a strand ready --+   +---- ended ----+  +---- child is done -----+------------------+
 * </pre>
 */
final class WorkerStrand extends TaskExecution implements StrandMemory.Waiter {
  /**
   * So often in a row it moves collectives on before it looks for work, which takes about as long
   * as to move a message, a round trip: collectives lose an eighth of the worker at most.
   */
  private static final int MOST_MOVES = 8;

  /** Looks at a lock before the worker does something else, which costs two hand-overs. */
  private static final int LOCK_SPINS = 1000;

  /** The same where spinning takes the core from the holder. */
  private static final int LOCK_YIELDS = 16;

  /** Time for which a strand that waits, and holds what others may wait for, keeps its worker. */
  private static final long HOLDER_NANOS = 5_000_000;

  private final StrandPool pool;
  private final Runs runs;
  private Strands.Strand spawned;

  /**
   * Volatile: a strand that wakes this one has it from the pool or the suspended, maybe before it
   * has seen itself.
   */
  private volatile Strands.Strand handle;

  /**
   * The worker that another strand hands over. Volatile: with it goes everything that the worker's
   * strands have written.
   */
  private volatile Worker assigned;

  /** Task to be run first with the worker that is assigned, or null. */
  private Stolen first;

  /** Volatile: others tell what the strand is at. */
  private volatile Frame awaited;

  /** Volatile: as {@link #awaited}; {@link #thread}, null before the strand lives. */
  private volatile Thread observed;

  /** The end of what it waits for, if that is no child; or null. Passed on with the worker. */
  private BooleanSupplier waitsFor;

  /** Moment at which it began to wait for that. */
  private long waitsSince;

  /** The pool has no room for the strand, which ends when it has given its worker away. */
  private boolean retired;

  /** True if it has moved collectives on in this round; and how often in a row. */
  private boolean moved;

  private int moves;

  /** One that begins with {@code worker} and, if that is not null, with {@code first}. */
  WorkerStrand(StrandPool pool, Worker worker, Stolen first) {
    this(pool, worker);
    this.first = first;
    this.assigned = worker;
  }

  /** One that begins in the pool, likely to get {@code worker}. */
  WorkerStrand(StrandPool pool, Worker worker) {
    super(pool.runtime, worker);
    this.pool = pool;
    this.runs = pool.runs;
  }

  /** Runs the strand from its start to the runtime's end. */
  void live() {
    thread = Thread.currentThread();
    observed = thread;
    handle = runtime.strands.current();
    runtime.strands.bind(handle, last.index); // later others do, which must not be the first
    steps.begin(this::nudge);
    memory = runtime.support.newStrand(last.channel);
    memory.onFirstView(this::attend);
    memory.waitBy(this);
    memory.bind();
    if (first == null) {
      memory.prepare();
    }
    if (assigned == null) {
      retired = !pool.put(this);
    }
    try {
      while (!retired && awaitWorker()) {
        work();
      }
    } finally {
      memory.unbind();
    }
  }

  /** The task that the strand is at, and its line; by any thread. */
  Optional<String> whereabouts() {
    Thread own = observed;
    return own == null
        ? Optional.empty()
        : Optional.ofNullable(runningTask())
            .map(task -> "%s (%s)".formatted(TaskPath.promptText(task), ProgramLines.of(own)));
  }

  void spawned(Strands.Strand strand) {
    spawned = strand;
  }

  void awaitEnd() {
    runtime.strands.join(spawned);
  }

  Strands.Strand handle() {
    return handle;
  }

  void unpark() {
    Strands.Strand strand = handle;
    if (strand != null) { // else it has not begun, and looks before it parks
      runtime.strands.unpark(strand);
    }
  }

  /** Hands {@code next} over to this strand, which waits for it, and what it is to run first. */
  void assign(Worker next, Stolen errand) {
    runtime.strands.bind(handle, next.index); // before it wakes: it has waited, so it has a handle
    first = errand;
    assigned = next;
    // mutant: lost-hand-over
    unpark();
  }

  /** False if the runtime ends instead. */
  private boolean awaitWorker() {
    while (assigned == null) {
      if (runs.isClosing()) {
        return false;
      }
      runtime.element.checkAlive();
      runtime.strands.park();
    }
    take(assigned);
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
    if (first != null) {
      Stolen stolen = first;
      first = null;
      run(stolen);
    }
    while (worker != null) {
      runtime.element.checkAlive();
      worker.endWork();
      if (worker.isRunOver()) {
        if (!worker.rest(this)) {
          worker = null;
          return;
        }
        startRoot();
        continue;
      }
      WorkerStrand ready = nextReady();
      if (ready != null) {
        giveTo(ready);
        return;
      }
      Stolen stolen = steal();
      if (stolen != null) {
        run(stolen);
      }
    }
  }

  /** The first half of a round of looking for work: a suspended strand that can go on, or null. */
  private WorkerStrand nextReady() {
    runtime.alarm.poll();
    worker.listen();
    if (!worker.beginsNone() || !runtime.mayOffer()) { // else it gives what there is
      worker.offers.answers.refuse();
    }
    moved = worker.progress();
    WorkerStrand ready = worker.nextReady();
    if (ready != null) {
      worker.turns();
      worker.deferrals.goesOn(null);
      worker.backoff.reset();
      moves = 0;
    }
    return ready;
  }

  /** The other half: a task of another strand; null if there was none, after a pause. */
  private Stolen steal() {
    if (moved && ++moves < MOST_MOVES) { // the next message may be there by now
      return null;
    }
    moves = 0;
    Stolen stolen = worker.thief.steal(this);
    if (stolen == null) {
      stolen = worker.leftBehind();
    }
    if (stolen != null) {
      worker.turns();
      worker.backoff.reset();
    } else if (!moved && !worker.isCalled()) {
      worker.looksInVain(WorkerLayout.VAIN_LOOK);
      worker.pause(handle);
    }
    return stolen;
  }

  private void run(Stolen stolen) {
    worker.thief.remote
        .leave(); // else an answer would lie here as long as this runs, unless it is on its way
    switch (stolen) {
      case Stolen.Claimed(Frame child, WorkerIdentity victim) -> runClaimed(child, victim);
      case Stolen.Taken(TakenTask taken, Task<?> task) -> runStolen(taken, task);
    }
    worker.turns();
    searches();
  }

  private void giveTo(WorkerStrand ready) {
    passCounts();
    clear();
    worker.toWork();
    Worker given = release();
    retired = !pool.put(this);
    ready.assign(given, null);
  }

  /** The worker, which this strand has no more. */
  private Worker release() {
    Worker given = worker;
    worker = null;
    return given;
  }

  @Override
  Frame awaited() {
    return awaited;
  }

  private void startRoot() {
    Frame root = runs.takeRoot(worker);
    if (root != null) {
      worker.beginWork();
      worker.turns();
      runRoot(root);
      searches();
      runs.rootDone(worker.run, worker.channel);
    }
  }

  @Override
  void suspend(Frame child) {
    boolean leaves = worker.offers.hasForked() || oldestHere() != NONE;
    if (leaves && !passedOver) {
      throw new IllegalStateException("a strand suspends and leaves tasks behind for thieves");
    }
    passCounts();
    worker.backoff.reset(); // it was at work until now
    awaited = child;
    if (leaves) { // as in a wait for a lock: a task that got no room can still be taken
      Completions completions = worker.completions;
      waitsFor = () -> completions.poll(child);
      waitsSince = runtime.element.clock().now();
    }
    worker.suspend(this);
    worker.turns();
    searches();
    long start = worker.times.since();
    Optional<SuspendedJoinEvent> event = FlightEvents.beginSuspendedJoin();
    worker.counts.suspensions++; // last: what sees it finds the join's time and event begun
    awaitOver();
    FlightEvents.endSuspendedJoin(event, runtime.rank, worker.index, child);
    waitsFor = null;
    awaited = null;
    worker.times.resume(memory.communicationNanos(), frames[0].task);
    worker.times.joined(start, child.task);
  }

  @Override
  void giveWay() {
    if (worker.hasKept(memory.isHolding() ? LongTurns.HOLDER_NANOS : LongTurns.SLICE_NANOS)) {
      worker.suspendBehindOthers(this);
      awaitAmongOthers(() -> true);
    }
  }

  /** Tells whether the strand, which waits for no child, has done so for {@code nanos}. */
  boolean hasWaited(long nanos) {
    return runtime.element.clock().now() - waitsSince >= nanos;
  }

  /** Tells whether what the strand, which is suspended, waits for is over. */
  boolean isReady(Completions completions) {
    return waitsFor == null ? completions.poll(awaited) : waitsFor.getAsBoolean();
  }

  /**
   * Waits for a lock, which is to be had soon if its holder runs. Later the worker does other
   * things, first what the strand itself has forked: on other stacks, for what runs on top of this
   * one might want what this task holds, or is the next to have. If it holds a lock itself that is
   * much later. A strand that can go on always gets the worker, for it may hold what others want.
   */
  @Override
  public void await(BooleanSupplier isOver) {
    if (!comesSoon(isOver)) {
      worker.counts.lockWaits++;
      awaitBesides(isOver);
    }
  }

  @Override
  void awaitRoom(BooleanSupplier isOver) {
    if (!comesSoon(isOver)) {
      awaitBesides(isOver);
    }
  }

  private void awaitBesides(BooleanSupplier isOver) {
    worker.suspend(this);
    worker.turns();
    awaitAmongOthers(isOver);
  }

  @Override
  public boolean isStopped() {
    return cancellation.isCancelled(frames[running]);
  }

  @Override
  public GasException stop() {
    return cancellation.stop(frames[running]);
  }

  @Override
  public void waitsLong() {
    runtime.defer(worker.run, worker.channel);
  }

  /** Has the worker, among whose suspended the strand is, do other things until {@code isOver}. */
  private void awaitAmongOthers(BooleanSupplier isOver) {
    passCounts();
    worker.backoff.reset();
    waitsFor = isOver;
    searches();
    waitsSince = runtime.element.clock().now();
    awaitOver();
    waitsFor = null;
    worker.times.resume(memory.communicationNanos(), frames[0].task);
  }

  private boolean comesSoon(BooleanSupplier isOver) {
    int spins = runtime.strands.isCrowded() ? LOCK_YIELDS : LOCK_SPINS;
    for (int i = 0; i < spins; i++) {
      if (isOver.getAsBoolean()) {
        return true;
      }
      if (spins == LOCK_YIELDS) {
        runtime.strands.yield();
      } else {
        steps.spin();
      }
    }
    return false;
  }

  /** Has the worker do other things until what the strand waits for is over. */
  private void awaitOver() {
    if (!workUntilOver()) {
      throw new IllegalStateException("the runtime was closed while tasks were running");
    }
    attend(); // whatever came meanwhile
  }

  /** False if the runtime is closed before. */
  private boolean workUntilOver() {
    while (!runs.isClosing()) {
      requireRun();
      worker.endWork();
      WorkerStrand ready = nextReady();
      if (ready == this) {
        if (worker.beginsNone()) {
          worker.offers.takeBack(); // as below
        }
        worker.toWork();
        return true;
      }
      if (ready != null) {
        if (waitsFor != null) {
          worker.offers.takeBack(); // what is on offer is of strands that have the worker
        }
        worker.toWork();
        ready.assign(release(), null);
        return awaitWorker();
      }
      Stolen found = waitsFor == null ? keptOrStolen() : mayWork() ? otherWork() : rest();
      if (found != null) {
        worker.toWork();
        pool.continueWith(release(), found);
        return awaitWorker();
      }
    }
    return false;
  }

  /** Tells whether the worker may begin a task, of which it is not known how long it takes. */
  private boolean mayWork() {
    return !worker.isFull()
        && (!memory.isHolding() || runtime.element.clock().now() - waitsSince > HOLDER_NANOS);
  }

  /**
   * No work: tasks that are left here are offered to others; by a worker that begins no more, also
   * those that other strands of it have left.
   */
  private Stolen rest() {
    if (!worker.beginsNone()) {
      worker.offers.tryAnew();
    }
    worker.beginsNone(worker.isFull());
    if (worker.beginsNone()) {
      worker.offers.leaveToOthersHere();
      offerLeft();
    } else {
      worker.offers.offerIfAsked(this, null);
    }
    if (!moved && !worker.isCalled()) {
      worker.pause(handle);
    }
    return null;
  }

  /** Offers what strands have left, one of them at a time. */
  private void offerLeft() {
    WorkerStrand left = worker.withLeft(worker.offers.withoutRoom());
    worker.offers.offerIfAsked(left == null ? this : left, null);
    boolean hasRoom = worker.withLeft(worker.offers.withoutRoom()) != null;
    if (!hasRoom) { // all have been tried since the last time, or there is none
      worker.offers.tryAnew();
    }
    boolean hasTasks = hasTasksForOthers(hasRoom);
    if (!hasTasks) {
      worker.lacks(lack());
    }
    long tasks = hasTasks ? 0 : WorkerLayout.VAIN_LOOK;
    worker.looksInVain(tasks + WorkerLayout.VAIN_FULL_LOOK);
  }

  /** The lack for which others cannot take the tasks that are left. */
  private long lack() {
    if (!runtime.mayOffer() || worker.withLeft(0) == null) {
      return WorkerLayout.LACK_NOTHING;
    }
    return worker.cells.hasFree() ? WorkerLayout.LACK_ROOM : WorkerLayout.LACK_CELL;
  }

  /**
   * Tells whether others may take tasks that the worker, which begins none, has.
   *
   * @param hasRoom false if nothing that strands have left got room for other PEs
   */
  private boolean hasTasksForOthers(boolean hasRoom) {
    return runtime.mayOffer()
        && (worker.offers.isOnOffer()
            || worker.held.canGive()
            || worker.offers.hasHomeForOthers()
            || worker.withLeft(0) != null
                && (runtime.isAnyFree() || hasRoom && worker.cells.hasFree()));
  }

  /** Tells whether the strand, which waits for no child, has tasks that can be offered. */
  boolean hasLeft() {
    return waitsFor != null && oldestHere() != NONE;
  }

  /** The oldest task that has been forked here and not begun; else one of another strand. */
  private Stolen otherWork() {
    worker.offers.takeBack();
    int oldest = oldestHere();
    return oldest == NONE ? keptOrStolen() : claim(oldest, worker);
  }

  /**
   * The oldest task that this strand, which waits on {@code own}, has forked and not begun, if it
   * waits for a lock or no thief can take that; or null. Others may wait for that task.
   */
  Stolen leftBehind(Worker own) {
    int oldest = waitsFor == null ? NONE : oldestHere();
    oldest = oldest == NONE ? keptToBegin() : oldest;
    return oldest == NONE ? null : claim(oldest, own);
  }

  /** The oldest task here that no thief can take: what is awaited may wait for it. */
  private Stolen keptOrStolen() {
    int oldest = keptToBegin();
    return oldest == NONE ? steal() : claim(oldest, worker);
  }

  private int keptToBegin() {
    return cancellation.isPending() ? NONE : oldestKept();
  }

  private Stolen claim(int oldest, Worker own) {
    Frame child = frames[oldest];
    child.offer(memory.epoch());
    child.claim();
    own.claimed.add(child);
    own.turns();
    return new Stolen.Claimed(child, own);
  }

  /** No strand waits longer where the job has failed, or, which must not be, its run is over. */
  private void requireRun() {
    if (worker.isRunOver()) {
      runtime.element.abort(
          new IllegalStateException(
              "run " + worker.run + " is over while a task waits for a child"));
    }
    runtime.element.checkAlive();
  }
}
