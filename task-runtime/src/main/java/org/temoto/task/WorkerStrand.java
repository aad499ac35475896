package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.JobAbortedException;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Strands;
import org.temoto.task.marshal.TaskType;

/**
 * A strand that runs tasks, and what these see of it. It works while it has a worker; a join that must wait gives the worker to
 * another strand, and the worker comes back, at a scheduling point of that one, when the child is done.
 *
 * <pre>
 *   pooled --assign--> scheduling --task--> running --join must wait--> suspended
 *     ^                    |   ^               |  ^                         |
 *     +-- a strand ready --+   +---- ended ----+  +---- child is done ------+
 * </pre>
 */
final class WorkerStrand implements TaskContext {
  /** Polls of a claimed child before its joiner gives its worker away. */
  private static final int SPINS = 100;

  private final Site site;
  private StrandMemory memory;
  private Strands.Strand spawned;

  /** Volatile: who wakes the strand has it from the pool or the suspended, maybe before it has seen itself. */
  private volatile Strands.Strand handle;

  /** The worker that another strand hands over. Volatile: with it goes everything that the worker's strands have written. */
  private volatile Worker assigned;

  private Worker worker;

  // Of the running task; kept in locals of runInPlace while a child runs on top of it.
  private Child<?> running;
  private int outstanding;
  private List<Child<?>> unreported;

  private Child<?> awaited;
  private Class<?> lastClass;
  private TaskType lastType;

  WorkerStrand(Site site, Worker worker) {
    this.site = site;
    this.assigned = worker;
  }

  // --- life of the strand

  /** What the strand does from its start to the runtime's end. */
  void live() {
    handle = site.strands.current();
    memory = site.support.newStrand(assigned.channel);
    memory.bind();
    try {
      while (awaitWorker()) {
        work();
      }
    } finally {
      memory.unbind();
    }
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
    worker = assigned;
    assigned = null;
    memory.use(worker.channel);
    return true;
  }

  /** The scheduling point: rests, resumes a suspended strand, or steals, until the worker is given away. */
  private void work() {
    while (worker != null) {
      site.element.checkAlive();
      if (site.isOver(worker.run)) {
        if (!worker.rest(this)) {
          worker = null;
          return;
        }
        runRoot();
        continue;
      }
      WorkerStrand ready = worker.nextReady();
      if (ready != null) {
        giveTo(ready);
      } else if (worker.thief.steal(this)) {
        worker.backoff.reset();
      } else {
        worker.pause(this);
      }
    }
  }

  private void giveTo(WorkerStrand ready) {
    Worker given = worker;
    worker = null;
    site.pool.put(this);
    ready.assign(given);
  }

  /** The child that the suspended strand waits for. */
  Child<?> awaited() {
    return awaited;
  }

  // --- running tasks

  private void runRoot() {
    Child<?> root = site.takeRoot(worker);
    if (root != null) {
      memory.begin(root.epoch);
      root.state = body(root);
      site.rootDone();
    }
  }

  /** Runs a task claimed from a worker of this PE. */
  void runClaimed(Child<?> child, Worker victim) {
    memory.begin(child.epoch);
    int end = body(child);
    child.epoch = memory.epoch();
    child.complete(end);
    victim.wake();
  }

  /** Runs a task stolen from PE {@code pe}, and reports its end to {@code cell} there. */
  void runStolen(int pe, long cell, long generation, Task<?> task) {
    memory.begin(0);
    memory.acquire(); // what was released before the task was offered
    Child<?> child = new Child<>(task, null, memory.epoch());
    child.state = body(child);
    memory.release(); // what the task has committed, before its end can be seen
    worker.completions.report(pe, cell, generation, child);
  }

  /** Runs a child of the running task on top of it. */
  private void runInPlace(Child<?> child) {
    Child<?> parent = running;
    int left = outstanding - 1;
    List<Child<?>> failures = unreported;
    memory.enter();
    int end = body(child);
    child.state = end;
    child.joined = true;
    running = parent;
    outstanding = left;
    unreported = failures;
    if (end == Child.THREW) {
      unreported(child);
    }
    if (left == 0) {
      memory.synced();
    }
  }

  /** Runs the task, which the strand's memory has begun; the outcome is in it, its state is returned. */
  private int body(Child<?> child) {
    running = child;
    outstanding = 0;
    unreported = null;
    worker.counts.tasks++;
    int end;
    try {
      child.outcome = child.task.run(this);
      if (outstanding != 0 || unreported != null) {
        sync();
      }
      end = Child.RETURNED;
    } catch (Throwable thrown) {
      failed(child, thrown);
      end = Child.THREW;
    }
    int open = memory.leave();
    return open == 0 ? end : leftOpen(child, open, end);
  }

  private int leftOpen(Child<?> child, int open, int end) {
    if (end == Child.RETURNED) {
      String message = "task " + child.name() + " ended with " + open + " open views: every view is closed by the task that opened it";
      child.outcome = new Child.Failure(new GasException(message), site.rank);
    }
    return Child.THREW;
  }

  private void failed(Child<?> child, Throwable thrown) {
    if (thrown instanceof JobAbortedException abort) {
      throw abort;
    }
    if (thrown instanceof VirtualMachineError error) { // the runtime itself may have been cut short
      throw error;
    }
    for (Throwable each : finishChildren(true)) {
      suppress(thrown, each);
    }
    child.outcome = new Child.Failure(thrown, site.rank);
  }

  // --- TaskContext

  @Override
  public <R> Forked<R> fork(Task<R> task) {
    Child<R> child = newChild(task);
    Worker own = worker;
    own.deque.push(child);
    own.counts.forks++;
    if (own.shared.isAsked()) {
      own.offers.offer(memory, 0);
    }
    return child;
  }

  private <R> Child<R> newChild(Task<R> task) {
    TaskType type = task.getClass() == lastClass ? lastType : type(task);
    Task<R> own = type.isPrepared() ? prepare(type, task) : task;
    memory.forked();
    outstanding++;
    return new Child<>(own, running, memory.epoch());
  }

  private TaskType type(Task<?> task) {
    TaskType type = TaskType.of(task.getClass());
    lastType = type;
    lastClass = task.getClass();
    return type;
  }

  @SuppressWarnings("unchecked") // prepare() returns an equal task of the same class
  private static <R> Task<R> prepare(TaskType type, Task<R> task) {
    return (Task<R>) type.prepare(task);
  }

  @Override
  public <R> R join(Forked<R> forked) {
    Child<R> child = (Child<R>) forked;
    if (child.parent != running) {
      throw new IllegalStateException("task " + child.name() + " must be joined by the task that forked it, before that ends");
    }
    if (worker.deque.popIf(child)) {
      runInPlace(child);
    } else if (!child.joined) {
      finish(child);
    }
    return outcome(child);
  }

  @SuppressWarnings("unchecked") // the outcome of a Task<R> that returned, or its marshalled copy
  private <R> R outcome(Child<R> child) {
    if (child.state == Child.RETURNED) {
      return (R) child.outcome;
    }
    throw failure(child);
  }

  private RuntimeException failure(Child<?> child) {
    if (child.state == Child.CANCELLED) {
      return new IllegalStateException("task " + child.name() + " was cancelled, because a sibling had failed");
    }
    if (unreported != null) {
      unreported.remove(child);
      unreported = unreported.isEmpty() ? null : unreported;
    }
    return exception(child);
  }

  /** What a joiner of the failed child gets. */
  static TaskException exception(Child<?> child) {
    Child.Failure failure = (Child.Failure) child.outcome;
    return failure.thrown() instanceof TaskException passing
        ? passing
        : new TaskException(
            "task " + child.name() + " failed on PE " + failure.pe() + ": " + failure.thrown(), failure.thrown(), failure.pe());
  }

  @Override
  public void sync() {
    List<Throwable> failures = finishChildren(false);
    if (!failures.isEmpty()) {
      TaskException first = (TaskException) failures.getFirst();
      for (int i = 1; i < failures.size(); i++) {
        suppress(first, failures.get(i));
      }
      throw first;
    }
  }

  @Override
  public void forkJoin(Task<?>... tasks) {
    if (tasks.length == 0) {
      return;
    }
    for (int i = 0; i < tasks.length - 1; i++) {
      fork(tasks[i]);
    }
    worker.counts.forks++;
    runInPlace(newChild(tasks[tasks.length - 1]));
    if (outstanding != 0 || unreported != null) {
      sync();
    }
  }

  @Override
  public int pe() {
    return site.rank;
  }

  @Override
  public int worker() {
    return worker.index;
  }

  @Override
  public GlobalAddressSpace space() {
    return site.space;
  }

  // --- joining what is not on top

  /** Ends {@code child}, and before it all children forked after it that are still here. */
  private void finish(Child<?> child) {
    while (!child.joined) {
      Child<?> next = nextHere();
      if (next != null) {
        runInPlace(next);
      } else {
        await(child);
      }
    }
  }

  /**
   * Ends all outstanding children of the running task; those not yet started are cancelled once one has failed.
   *
   * @return what they threw, in no particular order; none of it is unreported any more
   */
  private List<Throwable> finishChildren(boolean cancelled) {
    while (outstanding > 0) {
      Child<?> next = nextHere();
      if (next == null) {
        await(worker.claimed.childOf(running));
      } else if (cancelled || unreported != null) {
        cancel(next);
      } else {
        runInPlace(next);
      }
    }
    if (unreported == null) {
      return List.of();
    }
    List<Throwable> failures = new ArrayList<>();
    unreported.forEach(each -> failures.add(exception(each)));
    unreported = null;
    return failures;
  }

  /** The youngest child of the running task that is still here, taken from the deque; or null. */
  private Child<?> nextHere() {
    Worker own = worker;
    while (true) {
      Child<?> top = own.deque.youngestPrivate();
      if (top != null && top.parent == running) {
        if (own.shared.isAsked()) {
          own.offers.offer(memory, 1);
        }
        own.deque.popIf(top);
        return top;
      }
      Child<?> offered = own.deque.youngestOffered();
      if (offered == null || offered.parent != running) {
        return null;
      }
      own.offers.awaitClaims();
      own.offers.takeBack();
    }
  }

  private void cancel(Child<?> child) {
    child.state = Child.CANCELLED;
    child.joined = true;
    outstanding--;
    if (outstanding == 0) {
      memory.synced();
    }
  }

  /** Waits for a claimed child, without the worker if it takes long, and joins it. */
  private void await(Child<?> child) {
    for (int i = 0; i < SPINS && !worker.completions.poll(child); i++) {
      Thread.onSpinWait();
    }
    if (!worker.completions.poll(child)) {
      suspend(child);
    }
    worker.completions.releaseCell(child);
    worker.claimed.remove(child);
    child.joined = true;
    outstanding--;
    if (child.state == Child.THREW) {
      unreported(child);
    }
    if (child.remote) {
      memory.acquire();
    } else {
      memory.joined(child.epoch);
    }
    if (outstanding == 0) {
      memory.synced();
    }
  }

  private void suspend(Child<?> child) {
    Worker given = worker;
    if (!given.deque.isEmpty()) {
      throw new IllegalStateException("a strand suspends and leaves " + given.deque.privateSize() + " tasks behind");
    }
    given.counts.suspensions++;
    awaited = child;
    WorkerStrand ready = given.nextReady();
    given.suspend(this);
    worker = null;
    if (ready != null) {
      ready.assign(given);
    } else {
      site.pool.continueWith(given);
    }
    if (!awaitWorker()) {
      throw new IllegalStateException("the runtime was closed while tasks were running");
    }
    awaited = null;
  }

  private void unreported(Child<?> child) {
    if (unreported == null) {
      unreported = new ArrayList<>();
    }
    unreported.add(child);
  }

  private static void suppress(Throwable failure, Throwable other) {
    if (failure != other) {
      failure.addSuppressed(other);
    }
  }
}
