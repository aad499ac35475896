package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.JobAbortedException;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.task.marshal.RemoteFailure;
import org.temoto.task.marshal.TaskType;

/** How a strand that has a worker runs tasks: fork, join, and what happens at a task's end. */
abstract class TaskExecution {
  /** Polls of a claimed child before its joiner gives its worker away. */
  private static final int SPINS = 100;

  final Site site;

  /** The worker that the strand has; null while it waits. */
  Worker worker;

  /** The strand's part in coherence. */
  StrandMemory memory;

  /** Children that failed and whose parent, a task on this strand, has not been told. */
  private final List<Child<?>> unreported = new ArrayList<>();

  private Class<?> lastClass;
  private TaskType lastType;

  TaskExecution(Site site) {
    this.site = site;
  }

  /** Gives the worker away until {@code child}, which a thief has, is done. */
  abstract void suspend(Child<?> child);

  // --- running

  void runRoot(Child<?> root) {
    memory.begin(root.epoch);
    root.state = body(root);
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

  /** Runs a child of {@code parent} on top of it. */
  private void runInPlace(Child<?> parent, Child<?> child) {
    memory.enter();
    child.state = body(child);
    joined(parent, child);
  }

  /**
   * Runs the task, which the strand's memory has begun; the outcome is in it, its state is
   * returned.
   */
  private int body(Child<?> child) {
    worker.counts.tasks++;
    int end = Child.RETURNED;
    try {
      child.run(this);
      if (child.outstanding != 0 || !unreported.isEmpty()) {
        sync(child);
      }
    } catch (Throwable thrown) {
      failed(child, thrown);
      end = Child.THREW;
    }
    child.ended();
    int open = memory.leave();
    return open == 0 ? end : leftOpen(child, open, end);
  }

  private int leftOpen(Child<?> child, int open, int end) {
    if (end == Child.RETURNED) {
      String message =
          "task "
              + child.name()
              + " ended with "
              + open
              + " open views: every view is closed by the task that opened it";
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
    for (Throwable each : finishChildrenOfFailed(child, thrown)) {
      suppress(thrown, each);
    }
    child.outcome = new Child.Failure(thrown, site.rank);
  }

  /** {@code parent} takes note that {@code child} has ended. */
  private void joined(Child<?> parent, Child<?> child) {
    child.joined = true;
    if (child.state == Child.THREW) {
      unreported.add(child);
    }
    parent.outstanding--;
    if (parent.outstanding == 0) {
      memory.synced();
    }
  }

  // --- forking

  <R> Forked<R> fork(Child<?> parent, Task<R> task) {
    Child<R> child = newChild(parent, task);
    Worker own = worker;
    own.deque.push(child);
    if (own.shared.isAsked()) {
      own.offers.offer(memory, 0);
    }
    return child;
  }

  private <R> Child<R> newChild(Child<?> parent, Task<R> task) {
    TaskType type = task.getClass() == lastClass ? lastType : type(task);
    Task<R> own = type.isPrepared() ? prepare(type, task) : task;
    memory.forked();
    parent.outstanding++;
    worker.counts.forks++;
    return new Child<>(own, parent, memory.epoch());
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

  /** Forks the last task first: so thieves, who take the oldest, begin at the far end. */
  void forkJoin(Child<?> parent, Task<?>... tasks) {
    for (int i = tasks.length - 1; i > 0; i--) {
      fork(parent, tasks[i]);
    }
    if (tasks.length > 0) {
      runInPlace(parent, newChild(parent, tasks[0]));
    }
    if (parent.outstanding != 0 || !unreported.isEmpty()) {
      sync(parent);
    }
  }

  // --- joining

  <R> R join(Child<?> parent, Child<R> child) {
    if (child.parent != parent) {
      throw new IllegalStateException(
          "task " + child.name() + " must be joined by the task that forked it, before that ends");
    }
    Worker own = worker;
    if (own.shared.isAsked()) {
      own.offers.offer(memory, 1); // a long row of siblings feeds thieves after its last fork, too
    }
    if (own.deque.popIf(child)) {
      runInPlace(parent, child);
    } else if (!child.joined) {
      finish(parent, child);
    }
    return outcome(child);
  }

  @SuppressWarnings("unchecked") // the outcome of a Task<R> that returned, or its marshalled copy
  private <R> R outcome(Child<R> child) {
    if (child.state == Child.RETURNED) {
      return (R) child.outcome;
    }
    if (child.state == Child.CANCELLED) {
      throw new IllegalStateException(
          "task " + child.name() + " was cancelled, because a sibling had failed");
    }
    unreported.remove(child);
    throw exception(child);
  }

  /** What a joiner of the failed child gets. */
  static TaskException exception(Child<?> child) {
    Child.Failure failure = (Child.Failure) child.outcome;
    return failure.thrown() instanceof TaskException passing
        ? passing
        : new TaskException(
            "task "
                + child.name()
                + " failed on PE "
                + failure.pe()
                + ": "
                + RemoteFailure.describe(failure.thrown()),
            failure.thrown(),
            failure.pe());
  }

  void sync(Child<?> parent) {
    List<Throwable> failures = finishChildren(parent, false);
    if (failures.isEmpty()) {
      return;
    }
    TaskException first = (TaskException) failures.getFirst();
    failures.stream().skip(1).forEach(each -> suppress(first, each));
    throw first;
  }

  /** Ends {@code child}, and before it all children forked after it that are still here. */
  private void finish(Child<?> parent, Child<?> child) {
    while (!child.joined) {
      Child<?> next = nextHere(parent);
      if (next != null) {
        runInPlace(parent, next);
      } else {
        await(parent, child);
      }
    }
  }

  /**
   * Ends all outstanding children of {@code parent}; those not yet started are cancelled once one
   * has failed.
   *
   * @return what they threw, in the order in which they ended; none of it is unreported any more
   */
  private List<Throwable> finishChildren(Child<?> parent, boolean cancelled) {
    while (parent.outstanding > 0) {
      Child<?> next = nextHere(parent);
      if (next == null) {
        await(parent, worker.claimed.childOf(parent));
      } else if (cancelled || hasUnreported(parent)) {
        next.state = Child.CANCELLED;
        joined(parent, next);
      } else {
        runInPlace(parent, next);
      }
    }
    return unreported.isEmpty() ? List.of() : takeUnreported(parent);
  }

  /** The last join may find no room to bring the task's views back: nobody is going to use them. */
  private List<Throwable> finishChildrenOfFailed(Child<?> parent, Throwable thrown) {
    try {
      return finishChildren(parent, true);
    } catch (JobAbortedException abort) {
      throw abort;
    } catch (GasException noRoom) {
      if (parent.outstanding != 0) { // no children may stay behind without their parent
        throw noRoom;
      }
      suppress(thrown, noRoom);
      return takeUnreported(parent);
    }
  }

  private boolean hasUnreported(Child<?> parent) {
    return !unreported.isEmpty() && unreported.stream().anyMatch(each -> each.parent == parent);
  }

  private List<Throwable> takeUnreported(Child<?> parent) {
    List<Throwable> failures = new ArrayList<>();
    unreported.stream()
        .filter(each -> each.parent == parent)
        .forEach(each -> failures.add(exception(each)));
    unreported.removeIf(each -> each.parent == parent);
    return failures;
  }

  /** The youngest child of {@code parent} that is still here, taken from the deque; or null. */
  private Child<?> nextHere(Child<?> parent) {
    Worker own = worker;
    while (true) {
      Child<?> top = own.deque.youngestPrivate();
      if (top != null && top.parent == parent) {
        if (own.shared.isAsked()) {
          own.offers.offer(
              memory, 1); // a long row of siblings feeds thieves after its last fork, too
        }
        own.deque.popIf(top);
        return top;
      }
      Child<?> offered = own.deque.youngestOffered();
      if (offered == null || offered.parent != parent) {
        return null;
      }
      own.offers.awaitClaims();
      own.offers.takeBack();
    }
  }

  /** Waits for a claimed child, without the worker if it takes long, and joins it. */
  private void await(Child<?> parent, Child<?> child) {
    for (int i = 0; i < SPINS && !worker.completions.poll(child); i++) {
      Thread.onSpinWait();
    }
    if (!worker.completions.poll(child)) {
      suspend(child);
    }
    worker.completions.releaseCell(child);
    worker.claimed.remove(child);
    if (child.remote) {
      memory.acquire(); // what the child released
    } else {
      memory.joined(child.epoch);
    }
    joined(parent, child);
  }

  private static void suppress(Throwable failure, Throwable other) {
    if (failure != other) {
      failure.addSuppressed(other);
    }
  }
}
